import Foundation
import TenantEmulator
import Testing

@Suite struct DemoTests {
    @Test func `the demo passes, even when its port is in use, and shows no secret`() async throws {
        let squatter = try? EmulatedTenant.start(TenantConfiguration(port: 4400))
        defer { squatter?.stop() }

        let outcome = try await Program(name: "Demo").run()

        #expect(outcome.output.hasSuffix("\ndemo: 36 steps, all passed\n"))
        #expect(outcome.output.contains("\na browser\n  ✓ webAuth().start()"))
        #expect(outcome.output.contains("\n  ✓✓✓ login(usernameOrEmail:password:realmOrConnection:) "))
        #expect(outcome.output.contains("\n  make demo KEEP=1 "))
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count < 80 })
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("eyJ"))
        #expect(!outcome.output.contains("Correct-Horse-7"))
    }

    @Test func `the demo passes without a browser, and says so`() async throws {
        let outcome = try await Program(name: "Demo").run(environment: ["PATH": "/nonexistent"])

        #expect(outcome.output.contains("\na browser\n  – not shown: there is no Chromium here"))
        #expect(outcome.output.hasSuffix("\ndemo: 34 steps, all passed\n"))
        #expect(outcome.status == 0)
    }

    @Test func `a browser that does not start fails the demo`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "chromium").path, withDestinationPath: "/bin/false")

        let outcome = try await Program(name: "Demo").run(
            environment: ["PATH": "\(folder.path):/usr/bin:/bin"])

        #expect(outcome.output.contains("  ✗ webAuth().start()"))
        #expect(
            outcome.output.contains("WebAuthError.browserUnavailable") || outcome.output.contains("could not be opened")
        )
        #expect(outcome.output.hasSuffix("\ndemo: 35 steps, 1 failed\n"))
        #expect(outcome.status == 1)
    }

    @Test func `T4 hostile environment variables change no step of the demo`() async throws {
        let trap = try EmulatedTenant.start()
        defer { trap.stop() }
        let proxies = ["ALL_PROXY", "all_proxy", "http_proxy", "HTTPS_PROXY", "https_proxy"].map { ($0, trap.domain) }
        let files = [
            "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "SSLKEYLOGFILE", "OPENSSL_CONF", "HOME", "CURL_HOME",
            "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TMPDIR",
        ].map { ($0, "/proc/nonexistent") }

        let outcome = try await Program(name: "Demo").run(environment: Dictionary(proxies + files) { $1 })

        #expect(outcome.output.hasSuffix("\ndemo: 36 steps, all passed\n"))
        #expect(outcome.status == 0)
        #expect(trap.journal.isEmpty)
    }
}
