import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// The contents of standard output and standard error.
@Suite(.timeLimit(.minutes(30))) struct AuthCLIOutputTests {
    @Test func `a terminal gets colours and a spinner, a pipe gets lines`() async throws {
        let cli = try AuthCLI()
        let lively = try await cli.approve(try cli.onTerminal("login"))
        let plain = try await cli.approve(try cli.throughPipe("login", "--device"))

        #expect(lively.text.contains("\u{1B}[32m✓\u{1B}[0m Logged in"))
        #expect(lively.text.contains("⠋ Waiting for the login on the other device"))
        #expect(!plain.text.contains("\u{1B}") && !plain.text.contains("⠋") && !plain.text.contains("▀"))
        #expect(plain.text.contains("Waiting for the login on the other device ...\r\nLogged in\r\n"))
    }

    @Test func `NO_COLOR and --no-color are honoured`() async throws {
        let cli = try AuthCLI()
        let variable = try await cli.approve(try cli.onTerminal("login", environment: ["NO_COLOR": "1"]))
        let option = try await cli.approve(try cli.onTerminal("login", "--no-color"))

        for text in [variable.text, option.text] {
            #expect(!text.contains("\u{1B}") && !text.contains("⠋"))
            #expect(text.contains("▀"))
        }
    }

    @Test func `L1 no secret is in any output but the token's own`() async throws {
        let cli = try AuthCLI(accessTokenLifetime: .seconds(20))
        var text = try await cli.logIn()
        for command in ["whoami", "token", "logout"] {
            let outcome = try await cli.run(command)
            text += command == "token" ? outcome.errors : outcome.output + outcome.errors
        }
        let secrets = cli.tenant.journal.flatMap { entry in
            entry.text.matches(of: /"(?:refresh_token|device_code|token)":"([^"]+)"/).map { String($0.1) }
        }

        #expect(secrets.count >= 4)
        for secret in secrets { #expect(!text.contains(secret)) }
        #expect(!text.contains("eyJ"))
    }

    @Test func `only the token is printed, with a warning on a terminal`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()

        let piped = try await cli.run("token")
        let shown = try await cli.onTerminal("token").end()

        #expect(piped.output.split(separator: "\n").count == 1 && piped.errors.isEmpty)
        #expect(piped.output.hasPrefix("eyJ") && !piped.output.contains(" "))
        #expect(shown.text.hasPrefix("This token gives access to your account"))
    }

    @Test func `K9 a long name is cut, and characters that change the direction of text are escaped`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()
        let name = "jo\u{202E}hn\u{E0041}\u{9B}" + String(repeating: "x", count: 10_240)
        cli.tenant.faults.set(.alter(try .init(["name": name])), on: "/userinfo")

        let lines = try await cli.run("whoami")
        let json = try await cli.run("whoami", "--json")

        #expect(lines.output.contains("name\tjo\\u{202E}h") && lines.output.contains("x…\n"))
        #expect(lines.output.utf8.count < 1_000)
        #expect(json.output.contains(#"jo\u202ehn\udb40\udc41\u009bxx"#))
        let decoded = try JSONDecoder().decode([String: String].self, from: Data(json.output.utf8))
        #expect(decoded["name"] == name)
    }

    @Test func `a result that cannot be written is a failure`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()

        let token = try cli.writing(to: "/dev/full", "token")
        let end = await token.end()

        #expect(end.status == 74)
        let reason = "No space left on device: write it to another place"
        #expect(end.text.contains("authcli: the result could not be written: \(reason)"))
    }

    @Test func `S1 no file is readable by others or holds a token in clear text`() async throws {
        let cli = try AuthCLI(accessTokenLifetime: .seconds(20))
        try await cli.logIn()
        let token = try await cli.run("token").output.trimmingCharacters(in: .newlines)

        let paths = try FileManager.default.subpathsOfDirectory(atPath: cli.home.path).filter { $0.contains("authcli") }
        #expect(paths.count >= 4)
        for path in paths {
            let file = cli.home.appending(path: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0, "\(path)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            #expect(try Data(contentsOf: file).range(of: Data(token.utf8)) == nil)
        }
    }

    @Test(arguments: [
        ([], "the command is missing"), (["lgin"], "argument 1 is not a command (did you mean login?)"),
        (["login", "--devise"], "argument 2 is not an option of login (did you mean --device?)"),
        (["--no-color", "login", "--x"], "argument 3 is not an option of login; see"),
        (["login", "--scope"], "--scope needs a value"), (["login", "--scope", "--device"], "--scope needs a value"),
        (["login", "--device", "--device"], "--device is given twice"), (["login", "--device=yes"], "takes no value"),
        (["login", "--device", "--ephemeral"], "exclude each other"),
        (["whoami", "extra"], "argument 2 is unexpected"),
        (["whoami", "--", "--help"], "argument 3 is unexpected"), (["passkeys"], "takes list, add, or remove"),
        (["passkeys", "remove"], "needs the ID"), (["passkeys", "add"], "--unattended"),
        (["-x"], "argument 1 is not an option; see authcli --help"), (["--verson"], "did you mean --version?"),
        (["--client-id"], "--client-id needs a value"), (["--domain", "a.example"], "the command is missing"),
        (["--json"], "the command is missing"), (["--scope", "openid"], "the command is missing"),
        (["--", "lgin"], "argument 2 is not a command (did you mean login?)"),
        (["--", "status", "--json"], "argument 3 is unexpected"),
    ])
    func `a wrong command line is reported with the reason`(words: [String], text: String) async throws {
        let outcome = try await Program(name: "authcli").run(words)

        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(text) && outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        ["SECRET"], ["--token=SECRET"], ["-SECRET"], ["login", "--token=SECRET"], ["login", "--token", "SECRET"],
        ["login", "--SECRET"], ["login", "SECRET"], ["login", "--", "--SECRET"], ["login", "--device=SECRET"],
        ["login", "--scope=SECRET", "--scope=SECRET"], ["whoami", "-h=SECRET"], ["passkeys", "SECRET"],
        ["passkeys", "remove", "1", "SECRET"],
    ])
    func `L1 a word of the command line is never repeated, because it may be a secret`(words: [String]) async throws {
        let outcome = try await Program(name: "authcli").run(words)

        #expect(outcome.status == 64 && !outcome.errors.isEmpty)
        #expect(!(outcome.output + outcome.errors).contains("SECRET"))
    }

    @Test(arguments: [["--version"], ["--version", "login"], ["login", "--version"]])
    func `N9 the version is printed before and after a command`(words: [String]) async throws {
        let outcome = try await Program(name: "authcli").run(words)

        #expect(outcome.status == 0 && outcome.output.hasPrefix("authcli ") && outcome.errors.isEmpty)
    }

    @Test func `every command has help, which needs no tenant`() async throws {
        let overview = try await Program(name: "authcli").run(["--help"])
        #expect(overview.status == 0 && overview.output.contains("  77   not logged in"))

        for command in ["login", "device", "signup", "status", "whoami", "token", "logout", "passkeys"] {
            let help = try await Program(name: "authcli").run([command, "--help"])
            #expect(overview.output.contains("\n  \(command) "))
            #expect(help.status == 0 && help.output.hasPrefix("authcli \(command)"))
            #expect(help.output.contains("--client-id ID"))
        }
    }

    @Test(arguments: [
        (["help"], 0, "authcli: log in"), (["help", "token"], 0, "authcli token: "),
        (["help", "tokn"], 64, "argument 2 is not a command (did you mean token?)"),
    ])
    func `N9 help takes the name of a command`(words: [String], status: Int32, text: String) async throws {
        let outcome = try await Program(name: "authcli").run(words)

        #expect(outcome.status == status && (outcome.output + outcome.errors).contains(text))
    }

    @Test func `N9 a closed standard output is no descriptor of the program`() async throws {
        let program = Program(name: "authcli").url.path

        let run = try await ProgramRun("/bin/sh", ["-c", #""$0" completion bash >&-"#, program])

        let errors = String(decoding: run.errors, as: UTF8.self)
        #expect(run.status == 74 && errors.contains("could not be written: Bad file descriptor"))
    }

    @Test(arguments: [["login", "--help", "extra", "--x"], ["--version", "--x"], ["help", "--json", "--x"]])
    func `N9 what follows --help or --version is ignored, as in GNU programs`(words: [String]) async throws {
        let outcome = try await Program(name: "authcli").run(words)

        #expect(outcome.status == 0 && outcome.output.hasPrefix("authcli") && outcome.errors.isEmpty)
    }

    @Test(arguments: [["whoami"], ["--scope", "openid", "login"], ["--json", "status"], ["--", "token"]])
    func `a missing tenant is reported with the places that were searched`(words: [String]) async throws {
        let outcome = try await Program(name: "authcli").run(words)

        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("AUTH0_DOMAIN"))
    }

    @Test func `N9 the version is printed, and options may come before the command`() async throws {
        let cli = try AuthCLI()
        let version = try await cli.run("--version")
        let before = try await cli.run("--domain", cli.tenant.domain, "--no-color", "whoami", "--json")
        let help = try await cli.run("--help", "login")

        #expect(version.status == 0 && version.output.wholeMatch(of: /authcli \d+\.\d+\.\d+\n/) != nil)
        #expect(before.status == 77)
        #expect(help.output.hasPrefix("authcli login"))
    }

    @Test func `N9 a failure is JSON in one line on request`() async throws {
        let outcome = try await AuthCLI().run("whoami", "--json")
        let failure = try #require(JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any])

        #expect(outcome.status == 77 && outcome.output.isEmpty)
        #expect(failure["error"] as? String == "notLoggedIn" && failure["status"] as? Int == 77)
        #expect(failure["message"] as? String == "not logged in: run authcli login")
    }

    @Test func `options take precedence over the environment`() async throws {
        let cli = try AuthCLI()
        let environment = ["AUTH0_DOMAIN": "nowhere.invalid", "AUTH0_CLIENT_ID": "x"]

        let screen = try cli.onTerminal(
            "login", "--domain", cli.tenant.domain, "--client-id=\(cli.tenant.clientID)", environment: environment)
        let end = try await cli.approve(screen)

        #expect(end.status == 0)
    }

    @Test(arguments: ["--domain", "--client-id"])
    func `N9 one option and the variable of the other name the tenant`(option: String) async throws {
        let cli = try AuthCLI()
        let (variable, value) =
            option == "--domain" ? ("AUTH0_DOMAIN", cli.tenant.domain) : ("AUTH0_CLIENT_ID", cli.tenant.clientID)

        let outcome = try await cli.run("whoami", option, value, environment: [variable: ""])

        #expect(outcome.status == 77)
        #expect(outcome.errors.contains("not logged in"))
    }
}
