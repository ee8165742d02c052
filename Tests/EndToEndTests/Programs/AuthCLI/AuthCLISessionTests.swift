import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// Commands from the login to the logout.
@Suite(.timeLimit(.minutes(30))) struct AuthCLISessionTests {
    @Test func `a login with a code, the user's name, and the logout`() async throws {
        let cli = try AuthCLI()
        let screen = try await cli.approve(try cli.onTerminal("login"))
        #expect(screen.status == 0)
        #expect(screen.text.contains("▀") && screen.text.contains("Logged in"))

        let who = try await cli.run("whoami")
        #expect(who.output == "id\tauth0|000000000000000000000001\nname\tJohn Appleseed\nemail\tjohn@example.com\n")
        #expect(who.errors.isEmpty && who.status == 0)
        #expect(cli.renewals.isEmpty)

        let out = try await cli.run("logout")
        #expect(out.errors == "Logged out\n" && out.output.isEmpty && out.status == 0)
        #expect(cli.tenant.journal.count { $0.path == "/oauth/revoke" && $0.status == 200 } == 1)

        for command in ["whoami", "token", "logout"] {
            let refused = try await cli.run(command)
            #expect(refused.status == 77)
            #expect(refused.errors == "authcli: not logged in: run authcli login\n")
        }
    }

    @Test func `N9 a session is found by each spelling of its domain`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()

        let status = try await cli.run("status", "--domain", cli.tenant.domain + "/")

        #expect(status.status == 0 && status.output.contains("john@example.com"))
    }

    @Test func `C1 an expired access token is renewed, and the rotated refresh token is stored`() async throws {
        let cli = try AuthCLI(accessTokenLifetime: .seconds(20))
        try await cli.logIn()

        for _ in 0..<3 { #expect(try await cli.run("whoami").status == 0) }
        #expect(cli.renewals.count == 3 && Set(cli.renewals).count == 3)

        // All at the same time: each waits for the previous one, and none sends a used token.
        let statuses = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try await cli.run("token").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [0, 0, 0, 0])
        #expect(Set(cli.renewals).count == 7)
    }

    @Test func `logging out removes the session even when the tenant is unreachable`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()
        cli.tenant.faults.set(.status(503), on: "/oauth/revoke")

        let outcome = try await cli.run("logout")

        #expect(outcome.status == 75)
        #expect(outcome.errors.hasPrefix("authcli: logged out here, but the refresh token was not revoked: "))
        #expect(try await cli.run("whoami").status == 77)
    }

    @Test func `a session that the tenant has ended is reported`() async throws {
        let cli = try AuthCLI(accessTokenLifetime: .seconds(20))
        try await cli.logIn()
        try cli.tenant.deleteUser("john@example.com")

        let outcome = try await cli.run("whoami")

        #expect(outcome.status == 77)
        #expect(outcome.errors == "authcli: the session has ended: run authcli login\n")
    }

    @Test func `N9 an access token that the tenant refuses is reported with what to do`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()
        cli.tenant.clock.advance(by: .seconds(200_000))

        let outcome = try await cli.run("whoami")

        let reason = "the tenant refused the access token, which is invalid, expired or revoked"
        #expect(outcome.status == 77 && outcome.errors == "authcli: \(reason): run authcli login\n")
    }

    @Test func `a user who denies, and a user outside of the organization`() async throws {
        let cli = try AuthCLI()
        let no = try await cli.approve(try cli.onTerminal("device"), by: nil)
        #expect(no.status == 77)
        #expect(no.text.contains("authcli: User cancelled the confirmation prompt."))

        let outside = try await cli.approve(
            try cli.onTerminal("login", "--device", "--organization=acme"), by: "jane@example.com")
        #expect(outside.status == 77)
        #expect(outside.text.contains("not part of the org_0000000000000001 organization"))
    }

    @Test func `options that a device code does not support are reported with the alternative`() async throws {
        let cli = try AuthCLI()
        let screen = try cli.onTerminal("login", "--connection", "google-oauth2")
        let end = await screen.end()

        #expect(end.status == 69)
        #expect(end.text.contains("cannot carry connection: leave that out"))
        #expect(cli.tenant.journal.isEmpty)
    }

    @Test func `without a browser and a terminal, no code is requested`() async throws {
        let cli = try AuthCLI()
        let outcome = try await cli.run("login", environment: ["PATH": "/nonexistent"])

        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("authcli: the login page cannot be opened: "))
        #expect(outcome.errors.hasSuffix(" is not installed: try --device, or set BROWSER\n"))
        #expect(cli.tenant.journal.isEmpty)
    }

    @Test func `a damaged session is reported, and replaced by the next login`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()
        for file in try cli.kept(".sealed") { try Data("damaged".utf8).write(to: file) }

        let outcome = try await cli.run("whoami")
        try await cli.logIn()

        #expect(outcome.status == 74)
        #expect(outcome.errors == "authcli: the stored session is damaged: run authcli login\n")
        #expect(try await cli.run("whoami").status == 0)
    }

    @Test func `an unusable store is reported before the login, with advice`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()
        let key = try #require(cli.kept("key").first)
        try Data("damaged".utf8).write(to: key)
        let before = cli.tenant.journal.count

        let login = try await cli.run("login", "--device")
        let asked = cli.tenant.journal.count - before
        try FileManager.default.removeItem(at: key.deletingLastPathComponent())
        try await cli.logIn()

        #expect(login.status == 74)
        #expect(login.errors.hasSuffix("/key: remove its folder, and run authcli login\n"))
        #expect(asked == 0)
        #expect(try await cli.run("whoami").status == 0)
    }

    @Test func `N9 the state of the session is shown without a request`() async throws {
        let cli = try AuthCLI()
        let nobody = try await cli.run("status")
        try await cli.logIn()
        let before = cli.tenant.journal.count

        let john = try await cli.run("status")
        let json = try await cli.run("status", "--json")

        #expect(nobody.status == 77 && nobody.errors == "authcli: not logged in: run authcli login\n")
        #expect(john.output.contains("user\tauth0|000000000000000000000001\n"))
        #expect(john.output.hasSuffix("session\tvalid\n") && john.status == 0)
        #expect(json.output.contains(#""renewable":true"#) && json.output.contains(#""valid":true"#))
        #expect(cli.tenant.journal.count == before)
    }

    @Test func `N9 the state of the session is shown without a write, as on a full disk`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()
        let folder = try #require(cli.kept(".sealed").first).deletingLastPathComponent().path
        let changed = { try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date }
        let before = try changed()

        let john = try await cli.run("status")

        #expect(john.status == 0)
        #expect(try changed() == before)
    }

    @Test func `N9 the state of a session that has ended is shown, and is a failure for scripts`() async throws {
        let cli = try AuthCLI(accessTokenLifetime: .seconds(1))
        try await cli.logIn("john@example.com", ["--scope", "openid profile email"])

        var john = try await cli.run("status")
        while john.output.hasSuffix("session\tvalid\n") { john = try await cli.run("status") }

        #expect(john.output.hasSuffix("session\texpired\n") && john.status == 77)
        #expect(john.errors == "authcli: the session has ended: run authcli login\n")
    }

    @Test func `N9 a folder that cannot be written is reported before the login, with its path`() async throws {
        let cli = try AuthCLI()
        let outcome = try await cli.run("login", "--device", environment: ["XDG_STATE_HOME": "/proc/none"])

        #expect(outcome.status == 74)
        #expect(outcome.errors.contains("cannot be stored: /proc/none: No such file or directory: set XDG_STATE_HOME"))
        #expect(cli.tenant.journal.isEmpty)
    }

    @Test func `N9 a certificate of an unknown authority is named, with what to do`() async throws {
        let cli = try AuthCLI()
        var configuration = TenantConfiguration.anyPort
        configuration.certificateAuthority = try .init(folder: cli.home.appending(path: "authority").path)
        let tenant = try EmulatedTenant.start(configuration)
        defer { tenant.stop() }

        let outcome = try await cli.run("login", "--device", "--domain", tenant.domain)

        #expect(outcome.status == 69 && tenant.domain.hasPrefix("https://"))
        let reason = "the certificate of \(tenant.domain) is from an authority that this machine does not know"
        #expect(outcome.errors == "authcli: no secure connection to the tenant: \(reason): see SSL_CERT_FILE\n")

        // The advice works, and a file that is missing is named.
        let trusted = try await cli.run(
            "login", "--device", "--client-id=x", "--domain", tenant.domain,
            environment: ["SSL_CERT_FILE": cli.home.appending(path: "authority/ca.pem").path])
        let missing = try await cli.run(
            "login", "--device", "--domain", tenant.domain, environment: ["SSL_CERT_FILE": "/nowhere"])
        #expect(trusted.errors.contains("client ID") && !trusted.errors.contains("no secure connection"))
        let setting = "/nowhere (SSL_CERT_FILE) cannot be read: No such file or directory: correct the setting"
        #expect(missing.errors == "authcli: no secure connection to the tenant: \(setting)\n")
    }

    @Test func `the proxy of the environment is used`() async throws {
        let cli = try AuthCLI()

        let outcome = try await cli.run("login", "--device", environment: ["HTTPS_PROXY": "http://127.0.0.1:99999"])

        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("HTTPS_PROXY is not the address of a proxy"))
    }

    @Test func `an unreachable tenant is reported as a temporary failure`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()
        cli.tenant.stop()

        let outcome = try await cli.run("whoami")
        #expect(outcome.status == 75)
        let reason = "\(cli.tenant.domain) accepts no connection: start the server, or correct host and port"
        #expect(outcome.errors == "authcli: the tenant cannot be reached: \(reason): see --domain\n")
    }
}
