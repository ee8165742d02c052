import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// Logins in the user's own browser, which a program replaces.
@Suite(.timeLimit(.minutes(30))) struct AuthCLIBrowserTests {
    @Test func `a login in a browser, and the logout there`() async throws {
        let cli = try AuthCLI()
        let browser = StandInBrowser(cli.tenant)
        let script = try BrowserScript(browser)

        let login = try await cli.run(
            "login", "--organization", "acme", "--connection=Username-Password-Authentication",
            environment: ["BROWSER": script.command])
        let who = try await cli.run("whoami")
        let logout = try await cli.run("logout", environment: ["BROWSER": script.command])

        #expect(login.status == 0)
        #expect(
            login.errors == "Opening the login page in a browser\nWaiting for the browser ...\nLogged in\n")
        #expect(who.output.contains("john@example.com"))
        #expect(logout.status == 0)
        #expect(logout.errors == "Logging out of the browser\nLogged out\n")
        #expect(browser.addresses.map(\.path) == ["/authorize", "/v2/logout"])
        #expect(browser.addresses.first?.parameters["connection"] == "Username-Password-Authentication")
        #expect(!cli.tenant.journal.contains { $0.path == "/oauth/device/code" })
    }

    @Test func `N9 a logout that leaves the session of the browser says so`() async throws {
        let cli = try AuthCLI()
        let browser = StandInBrowser(cli.tenant)
        let script = try BrowserScript(browser)
        _ = try await cli.run("login", environment: ["BROWSER": script.command])

        let logout = try await cli.run("logout", "--keep-browser", environment: ["BROWSER": script.command])

        #expect(logout.errors == "Logged out here; the browser may still be logged in\n" && logout.status == 0)
        #expect(browser.addresses.map(\.path) == ["/authorize"])
    }

    @Test func `a signup begins at another page`() async throws {
        let cli = try AuthCLI()
        let browser = StandInBrowser(cli.tenant)
        let script = try BrowserScript(browser)

        let signup = try await cli.run("signup", "--json", environment: ["BROWSER": script.command])

        #expect(signup.status == 0)
        let result = try #require(JSONSerialization.jsonObject(with: Data(signup.output.utf8)) as? [String: Any])
        #expect(result["id"] as? String == "auth0|000000000000000000000001" && result["renewable"] as? Bool == true)
        #expect((result["expires"] as? String)?.hasSuffix("Z") == true)
        #expect(browser.addresses.first?.parameters["screen_hint"] == "signup")
    }

    @Test func `a private window keeps nothing in the browser`() async throws {
        let cli = try AuthCLI()
        let browser = StandInBrowser(cli.tenant)
        let script = try BrowserScript(browser)

        let login = try await cli.run("login", "--ephemeral", environment: ["PATH": "\(script.folder):/usr/bin:/bin"])

        #expect(login.status == 0)
        #expect(browser.addresses.map(\.path) == ["/authorize"])
    }

    @Test(arguments: ["INT", "TERM", "HUP"])
    func `C1 Ctrl-C during a login closes the private window, removes its profile and names the URL to allow`(
        signal: String
    ) async throws {
        let (cli, folder) = (try AuthCLI(), TemporaryFolder())
        // A window that interrupts the program that opened it, and would stay for ever.
        let script = """
            #!/bin/sh
            for word; do case $word in --user-data-dir=*) echo "${word#*=}" > \(folder.path)/profile; esac; done
            echo $$ > \(folder.path)/window
            kill -\(signal) $PPID
            exec sleep 600

            """
        try ScriptFile.write(script, to: "\(folder.path)/chromium")

        let login = try await cli.run("login", "--ephemeral", environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        func told(_ file: String) throws -> String {
            try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8).trimmingCharacters(in: .newlines)
        }

        #expect(login.status == 130)
        let advice = /\nauthcli: cancelled: .* \(Allowed Callback URLs\) contain http:\/\/127\.0\.0\.1:\d+\/callback\n$/
        #expect(login.errors.contains(advice))
        #expect(try !FileManager.default.fileExists(atPath: told("profile")))
        #expect(try !FileManager.default.fileExists(atPath: "/proc/\(told("window"))"))
    }

    @Test func `N9 Ctrl-C during a logout says that this machine is logged out`() async throws {
        let (cli, folder) = (try AuthCLI(), TemporaryFolder())
        let script = try BrowserScript(StandInBrowser(cli.tenant))
        _ = try await cli.run("login", environment: ["BROWSER": script.command])
        try ScriptFile.write("#!/bin/sh\nkill -INT $PPID\n", to: "\(folder.path)/browser")

        let logout = try await cli.run("logout", environment: ["BROWSER": "/bin/sh \(folder.path)/browser"])

        #expect(logout.status == 130)
        #expect(logout.errors.contains("authcli: cancelled: logged out here, but perhaps not in the browser: "))
    }

    @Test func `N9 Ctrl-C during a login with a code says it once`() async throws {
        let cli = try AuthCLI()
        let screen = try cli.inShell(#"echo "process $$"; exec "$0" login --device"#)
        let text = await screen.text(showing: "Waiting for the login")
        let process = try #require(text.firstMatch(of: /process (\d+)/).flatMap { Int32($0.1) })

        kill(process, SIGINT)
        let end = await screen.end()

        #expect(end.status == 130 && end.text.hasSuffix("authcli: cancelled\r\n"))
    }

    @Test func `a browser that cannot be opened is reported with the next step`() async throws {
        let cli = try AuthCLI()
        let script = try BrowserScript(StandInBrowser(cli.tenant))
        _ = try await cli.run("login", environment: ["BROWSER": script.command])

        let logout = try await cli.run("logout", environment: ["BROWSER": "/bin/false"])
        let login = try await cli.run("login", environment: ["BROWSER": "/bin/false"])

        #expect(logout.status == 69)
        let loggedOut = "authcli: logged out here, but perhaps not in the browser: the login page cannot be opened"
        #expect(logout.errors.contains(loggedOut))
        #expect(login.status == 69)
        #expect(try await cli.run("whoami").status == 77)
    }

    @Test func `--device opens no browser`() async throws {
        let cli = try AuthCLI()

        let screen = try cli.onTerminal("login", "--device", environment: ["BROWSER": "/bin/false"])

        #expect(try await cli.approve(screen).status == 0)
    }
}
