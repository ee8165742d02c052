import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// Programs that log a user in with `$BROWSER`.
@Suite struct BrowserProgramTests {
    private let tenant: EmulatedTenant
    private let browser: StandInBrowser
    private let script: BrowserScript

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        browser = StandInBrowser(tenant)
        script = try BrowserScript(browser)
    }

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        let own = [
            "AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID, "BROWSER": script.command,
            "AUTH0_REDIRECT_URL": freePort,
        ]
        return own.merging(more) { $1 }
    }

    @Test(arguments: [
        ("AnyProvider", [], 64), ("AnyProvider", ["http://127.0.0.1:1/", "x"], 1), ("DesktopLogin", [], 1),
        ("ReachFiveLogin", [], 64), ("ReachFiveLogin", ["http://127.0.0.1:1", "x"], 1),
    ])
    func `a failed program ends with a failure status`(
        name: String, words: [String], status: Int32
    ) async throws {
        let folder = TemporaryFolder()

        let outcome = try await Program(name: name).run(
            words,
            environment: environment(["BROWSER": "/bin/false", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]))

        #expect(outcome.status == status)
    }

    @Test(arguments: ["manual", "sdk"])
    func `rows 55 to 63 the manual login and the login of the SDK have the same result`(way: String) async throws {
        let outcome = try await Program(name: "ManualFlow").run([way], environment: environment())

        #expect(outcome.output == "\(way): Hello, John Appleseed\n")
        #expect(outcome.status == 0)
        #expect((browser.addresses.only?.parameters["nonce"] == nil) == (way == "manual"))
    }

    @Test func `row 57 the manual login refuses a response with another state`() async throws {
        let stranger = StandInBrowser(tenant) { _, code in ["code": code, "state": "another"] }
        let script = try BrowserScript(stranger)
        defer { withExtendedLifetime(script) {} }

        let outcome = try await Program(name: "ManualFlow").run(
            ["manual"], environment: environment(["BROWSER": script.command]))

        #expect(outcome.output == "manual: Failed with notOurs\n")
        #expect(outcome.status == 1)
        #expect(!tenant.journal.contains { $0.path == "/oauth/token" })
    }

    @Test func `row 75 a login at an account of ReachFive, renewed`() async throws {
        var configuration = TenantConfiguration.anyPort
        configuration.service = .reachFive
        let account = try EmulatedTenant.start(configuration)
        let script = try BrowserScript(StandInBrowser(account))
        defer { withExtendedLifetime(script) {} }

        let outcome = try await Program(name: "ReachFiveLogin").run(
            [account.domain, account.clientID, freePort], environment: environment(["BROWSER": script.command]))

        #expect(outcome.output == "Welcome, John Appleseed\nRenewed for 86400 seconds\n")
        #expect(outcome.status == 0)
    }

    @Test func `row 16 an invitation is accepted in the browser`() async throws {
        let link = try tenant.invite("john@example.com", to: "acme")

        let outcome = try await Program(name: "Invitation").run([link], environment: environment())

        #expect(
            outcome.output == """
                You are invited to join acme. Go on in your browser ...
                Welcome to acme, john@example.com

                """)
        #expect(outcome.status == 0)
        #expect(browser.addresses.only?.parameters["organization"] == "org_0000000000000001")
    }

    @Test func `row 16 an invitation that the desktop opens, by the scheme of the program`() async throws {
        let home = TemporaryFolder()
        let link = try tenant.invite("john@example.com", to: "acme").replacing(
            /^[a-z]+:/, with: "com.example.invitation:")
        let environment = environment([
            "HOME": home.path, "XDG_CURRENT_DESKTOP": "X-Generic", "DISPLAY": ":0",
        ]).merging(Program.runtime) { $1 }
        let program = Program(name: "Invitation").url.path

        let registered = try await ProgramRun(
            "/usr/bin/timeout", ["300", program, "register"], environment: environment)
        let opened = try await ProgramRun("/usr/bin/timeout", ["300", "xdg-open", link], environment: environment)

        #expect(registered.status == 0)
        #expect(String(decoding: opened.output, as: UTF8.self).hasSuffix("Welcome to acme, john@example.com\n"))
        #expect(browser.addresses.only?.parameters["organization"] == "org_0000000000000001")
    }

    @Test func `row 16 a refused invitation shows the tenant's message`() async throws {
        let refusing = StandInBrowser(tenant) { parameters, _ in
            let words = "the invitation is for another address"
            return ["error": "access_denied", "error_description": words, "state": parameters["state"] ?? ""]
        }
        let script = try BrowserScript(refusing)
        defer { withExtendedLifetime(script) {} }
        let link = try tenant.invite("jane@example.com", to: "acme")

        let outcome = try await Program(name: "Invitation").run(
            [link], environment: environment(["BROWSER": script.command]))

        #expect(outcome.output.hasSuffix("The invitation was not accepted: the invitation is for another address\n"))
        #expect(outcome.status == 1)
    }

    @Test(arguments: [
        "", "acme", "http://app.example.com/login?invitation=a&organization=b", "file:///etc/passwd",
        "https://app.example.com/login", "https://app.example.com/login?invitation=a",
        "https://app.example.com/login?invitation=a&organization=", "https:///login?invitation=a&organization=b",
        "https://app.example.com/login?invitation=a&invitation=b&organization=c",
        "https://evil@app.example.com/login?invitation=a&organization=b", "--help",
    ])
    func `A6 A13 an invalid invitation opens no browser`(link: String) async throws {
        let outcome = try await Program(name: "Invitation").run([link], environment: environment())

        #expect(outcome.status == 64)
        #expect(!outcome.output.isEmpty)
        #expect(browser.addresses.isEmpty)
    }

    @Test func `rows 65, 66 and 70 to 74 a session survives restarts, is renewed, and ends`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ words: String...) async throws -> Program.Outcome {
            try await Program(name: "SessionsOf2017").run(
                words, environment: environment(["XDG_STATE_HOME": folder.path]))
        }
        let last = "John Appleseed, Canada, active\n"

        let first = try await run()
        #expect(first.output == "Logged in: Bearer token, stored\n\(last)")
        #expect(browser.addresses.only?.parameters["scope"] == "openid profile offline_access")
        #expect(first.status == 0)
        #expect(try await run().output == "Still logged in\n\(last)")
        #expect(browser.addresses.count == 1)

        #expect(try await run("logout").output == "Logged out\n")
        #expect(browser.addresses.last?.path == "/v2/logout")
        #expect(try await run().output == "Logged in: Bearer token, stored\n\(last)")
        #expect(browser.addresses.count == 3)

        // The access token has ended before its time.
        tenant.faults.set(.status(401), on: "/userinfo", times: 1)
        #expect(try await run().output == "Renewed\n\(last)")
        #expect(browser.addresses.count == 3)
        #expect(tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `a failed renewal keeps the tokens`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func run() async throws -> Program.Outcome {
            try await Program(name: "SessionsOf2017").run(environment: environment(["XDG_STATE_HOME": folder.path]))
        }
        _ = try await run()
        tenant.faults.set(.status(401), on: "/userinfo", times: 2)
        tenant.faults.set(.closeConnection, on: "/oauth/token", times: 1)

        let broken = try await run()
        let repaired = try await run()

        #expect(broken.output.hasPrefix("Failed with: ") && broken.status == 1)
        #expect(repaired.output.hasPrefix("Renewed\n"))
        #expect(browser.addresses.count == 1)
    }
}

extension Array {
    /// The element, when there is exactly one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
