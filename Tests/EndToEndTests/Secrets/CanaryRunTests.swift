import Foundation
import ProgramRunner
import Synchronization
import TenantEmulator
import Testing

/// A whole run of a program that logs everything it can: what it prints and what it writes holds no secret.
@Suite struct CanaryRunTests {
    @Test func `L1 a run that logs and prints everything shows and stores no secret`() async throws {
        let tenant = try EmulatedTenant.start(.anyPort)
        // The code of the authenticator app stays the one of this half minute.
        tenant.clock.stop()
        let pages = Mutex<[String: String]>([:])
        let browser = StandInBrowser(tenant) { parameters, code in
            pages.withLock { $0.merge(["state": parameters["state"] ?? "", "code": code]) { $1 } }
            return StandInBrowser.standardAnswer(parameters, code)
        }
        let script = try BrowserScript { url in
            pages.withLock { $0["page \($0.count)"] = url.lastPathComponent }
            Task { await browser.visit(url) }
        }
        let folder = TemporaryFolder()
        let canaryFile = folder.path + "/canaries.json"
        let user = folder.path + "/user"

        let run = try await ProgramRun(
            Program(name: "RenewalProgram").url.path,
            [tenant.domain, tenant.clientID, canaryFile, "canaries", "0", "0"],
            environment: try environment(user).merging([
                "BROWSER": script.command, "MFA_CODE": tenant.authenticatorCode(for: "mfa@example.com") ?? "",
            ]) { $1 })

        #expect(run.status == 0)
        var canaries = try JSONDecoder().decode(
            [String: String].self, from: Data(contentsOf: URL(filePath: canaryFile)))
        canaries.merge(pages.withLock { $0 }) { $1 }
        let files = try regularFiles(below: user)
        // The search is one that could find something: the run printed, logged and stored.
        #expect(String(decoding: run.output, as: UTF8.self).contains("Credentials("))
        #expect(String(decoding: run.errors, as: UTF8.self).contains("/oauth/token"))
        #expect(!files.isEmpty && canaries.count >= 32)
        for (name, canary) in canaries {
            let forms = CanaryForms.forms(of: canary)
            #expect(!CanaryForms.holds(run.output, forms), "\(name) on standard output")
            #expect(!CanaryForms.holds(run.errors, forms), "\(name) on standard error")
            for file in files {
                #expect(!CanaryForms.holds(Array(file.path.utf8), forms), "\(name) in the name of \(file.path)")
                #expect(!CanaryForms.holds([UInt8](try Data(contentsOf: file)), forms), "\(name) in \(file.path)")
            }
        }
    }

    /// The environment of a user whose folders are all below one, which are created.
    private func environment(_ user: String) throws -> [String: String] {
        let folders = [
            "HOME": "home", "TMPDIR": "tmp", "XDG_STATE_HOME": "state", "XDG_DATA_HOME": "data",
            "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": "run",
        ]
        .mapValues { "\(user)/\($0)" }
        for path in folders.values {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        return ProcessInfo.processInfo.environment.merging(folders) { $1 }
    }

    private func regularFiles(below folder: String) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).map { URL(filePath: "\(folder)/\($0)") }
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
    }

    @Test func `L1 the search finds a secret in each form that a program could write it`() {
        let canary = "canary-of-a-secret"
        let octets = Array(canary.utf8)
        let hexadecimal = octets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let forms = CanaryForms.forms(of: canary)

        for text in [canary, hexadecimal, hexadecimal.uppercased()]
            + (0..<3).map({ shift in
                (Data(repeating: 0x2E, count: shift) + octets).base64EncodedString()
            })
        {
            #expect(CanaryForms.holds(Array("a \(text) b".utf8), forms))
        }
        #expect(!CanaryForms.holds(Array("canary-of-another".utf8), forms))
    }
}
