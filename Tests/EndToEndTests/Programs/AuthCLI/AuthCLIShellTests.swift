import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// The completion in real shells, the manual page, and results for programs.
@Suite(.timeLimit(.minutes(30))) struct AuthCLIShellTests {
    private let cli: AuthCLI

    init() throws { cli = try AuthCLI() }

    /// Writes the output of a command into a file, and runs a script of a shell that reads it.
    private func output(of shell: String, _ options: [String], _ script: String) async throws -> [String] {
        let completion = try await cli.run("completion", shell)
        let file = cli.home.appending(path: "completion.\(shell)")
        try Data(completion.output.utf8).write(to: file)
        let run = try await ProgramRun(
            "/usr/bin/env", [shell] + options + ["-c", script.replacing("FILE", with: file.path)])
        #expect(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
        return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `bash completes commands, their options and their words`() async throws {
        let script = """
            source FILE
            COMP_WORDS=(authcli lo); COMP_CWORD=1; _authcli; echo "${COMPREPLY[*]}"
            COMP_WORDS=(authcli login --d); COMP_CWORD=2; _authcli; echo "${COMPREPLY[*]}"
            COMP_WORDS=(authcli passkeys ''); COMP_CWORD=2; _authcli; echo "${COMPREPLY[*]}"
            COMP_WORDS=(authcli --no-color lo); COMP_CWORD=2; _authcli; echo "${COMPREPLY[*]}"
            COMP_WORDS=(authcli help lo); COMP_CWORD=2; _authcli; echo "${COMPREPLY[*]}"
            complete -p authcli
            """
        let lines = try await output(of: "bash", ["--norc"], script)

        #expect(lines.first == "login logout")
        #expect(lines.dropFirst().first?.split(separator: " ").sorted() == ["--device", "--domain"])
        #expect(lines.dropFirst(2).first?.hasPrefix("list add remove") == true)
        #expect(lines.dropFirst(3).prefix(2) == ["login logout", "login logout"])
        #expect(lines.last == "complete -F _authcli authcli")
    }

    @Test func `fish completes commands, their options and their words`() async throws {
        let script =
            "source FILE; complete -C 'authcli lo'; complete -C 'authcli passkeys '; complete -C 'authcli login --dev'"
        let lines = try await output(of: "fish", ["--no-config"], script).map { $0.split(separator: "\t")[0] }

        #expect(lines.prefix(2) == ["login", "logout"])
        #expect(Set(lines).isSuperset(of: ["list", "add", "remove", "--device"]))
    }

    @Test func `zsh registers the completion`() async throws {
        let script = "autoload -Uz compinit; compinit -D -u; source FILE; print $_comps[authcli]; whence -w _authcli"

        #expect(try await output(of: "zsh", ["-f"], script) == ["_authcli", "_authcli: function"])
    }

    @Test func `the manual page is well formed, and has each command and exit status`() async throws {
        let page = try await cli.run("manual").output
        let file = cli.home.appending(path: "authcli.1")
        try Data(page.utf8).write(to: file)

        let lint = try await ProgramRun("/usr/bin/env", ["mandoc", "-T", "lint", "-W", "warning", file.path])
        let shown = try await ProgramRun("/usr/bin/env", ["mandoc", "-T", "utf8", file.path])

        #expect(lint.status == 0, "\(String(decoding: lint.output, as: UTF8.self))")
        let text = String(decoding: shown.output, as: UTF8.self).replacing(/.\u{8}/, with: "")
        for word in ["whoami", "--ephemeral", "--client-id ID", "--version", "130"] {
            #expect(text.contains(word), "\(word)")
        }
    }

    @Test func `results are JSON on request, and the texts of the tenant are escaped in lines`() async throws {
        try await cli.logIn()
        let user = try await cli.run("whoami", "--json").output
        let token = try await cli.run("token", "--json").output

        let profile = try JSONDecoder().decode([String: String].self, from: Data(user.utf8))
        #expect(profile["id"] == "auth0|000000000000000000000001" && profile["email"] == "john@example.com")
        let members = try #require(JSONSerialization.jsonObject(with: Data(token.utf8)) as? [String: Any])
        #expect((members["token"] as? String)?.hasPrefix("eyJ") == true)
        #expect((members["expires"] as? String)?.hasSuffix("Z") == true && members["type"] as? String == "Bearer")
        let logout = try await cli.run("logout", "--json")
        #expect(logout.output == #"{"browser":false}"# + "\n" && logout.errors == "Logged out\n")
    }
}
