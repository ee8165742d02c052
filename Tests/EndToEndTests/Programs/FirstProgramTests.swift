import Foundation
import TenantEmulator
import TestEvents
import Testing

@Suite struct FirstProgramTests {
    private static let programs = [
        "FirstCallback": "Obtained credentials: Credentials(accessToken: \"<REDACTED>\"",
        "FirstAsync": "Hello, John Appleseed", "FirstPublisher": "Hello, John Appleseed",
    ]

    @Test(arguments: programs)
    func `works with the environment`(name: String, greeting: String) async throws {
        let tenant = try EmulatedTenant.start(.anyPort)
        defer { tenant.stop() }

        let outcome = try await Program(name: name).run(
            environment: ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID])

        #expect(outcome.output.contains(greeting))
        #expect(outcome.status == 0)
    }

    @Test func `Auth0.plist beside the executable takes precedence over the environment`() async throws {
        let tenant = try EmulatedTenant.start(.anyPort)
        defer { tenant.stop() }
        let list = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>ClientId</key>\
            <string>\(tenant.clientID)</string><key>Domain</key><string>\(tenant.domain)</string></dict></plist>
            """

        let outcome = try await Program(name: "FirstAsync").run(
            environment: ["AUTH0_DOMAIN": "nowhere.invalid", "AUTH0_CLIENT_ID": "x"], files: ["Auth0.plist": list])

        #expect(outcome.output.contains("Hello, John Appleseed"))
    }

    @Test func `a missing configuration is an error with advice`() async throws {
        let outcome = try await Program(name: "FirstCallback").run()

        #expect(outcome.output.contains("ConfigurationError.missing: put Auth0.plist"))
        #expect(outcome.status == 0)
    }

    @Test(arguments: [
        "", "not a list", "<plist version=\"1.0\"><dict><key>Domain</key><string>d</string></dict></plist>",
    ])
    func `an unreadable configuration is an error that names the file`(text: String) async throws {
        let outcome = try await Program(name: "FirstCallback").run(files: ["Auth0.plist": text])

        #expect(outcome.output.contains("ConfigurationError.unreadable"))
        #expect(outcome.output.contains("Auth0.plist must be a property list"))
    }

    @Test(arguments: programs.keys.sorted())
    func `T4 hostile environment variables change nothing`(name: String) async throws {
        let configuration = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(HostileOpenSSL.configuration.utf8).write(to: configuration)
        defer { try? FileManager.default.removeItem(at: configuration) }
        let tenant = try EmulatedTenant.start(.anyPort)
        defer { tenant.stop() }
        let surprises = [
            "ALL_PROXY": "http://127.0.0.1:1", "http_proxy": "http://127.0.0.1:1", "HTTPS_PROXY": "http://127.0.0.1:1",
            "SSL_CERT_FILE": "/proc/nonexistent", "SSL_CERT_DIR": "/proc/nonexistent",
            "CURL_CA_BUNDLE": "/proc/nonexistent", "SSLKEYLOGFILE": "/proc/nonexistent/keys",
            "OPENSSL_CONF": configuration.path, "HOME": "/proc/nonexistent",
        ]

        let outcome = try await Program(name: name).run(
            environment: surprises.merging(
                ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID]) { $1 })

        #expect(outcome.output.contains(Self.programs[name] ?? "?"))
    }
}
