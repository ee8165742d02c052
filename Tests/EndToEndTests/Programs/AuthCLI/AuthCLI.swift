import Foundation
import ProgramRunner
import TenantEmulator

/// `authcli` with a tenant, in a home folder of its own.
final class AuthCLI: Sendable {
    let tenant: EmulatedTenant
    let home = FileManager.default.temporaryDirectory.appending(path: "authcli-\(UUID().uuidString)")
    private let program = Program(name: "authcli")

    /// Starts a tenant with short-lived access tokens: below 30 seconds every command renews them.
    init(accessTokenLifetime: Duration = .seconds(86_400)) throws {
        var configuration = TenantConfiguration.anyPort
        configuration.accessTokenLifetime = accessTokenLifetime
        tenant = try EmulatedTenant.start(configuration)
        tenant.faults.set(.alter(try .init(["interval": 1])), on: "/oauth/device/code")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    }

    deinit {
        tenant.stop()
        try? FileManager.default.removeItem(at: home)
    }

    private func environment(_ more: [String: String]) -> [String: String] {
        [
            "HOME": home.path, "LANG": "C.UTF-8", "TERM": "xterm-256color", "AUTH0_DOMAIN": tenant.domain,
            "AUTH0_REDIRECT_URL": freePort,
            "AUTH0_CLIENT_ID": tenant.clientID,
        ].merging(more) { $1 }
    }

    /// Runs a command without a terminal.
    func run(_ arguments: String..., environment more: [String: String] = [:]) async throws -> Program.Outcome {
        try await program.run(arguments, environment: environment(more))
    }

    /// Runs a command in a terminal.
    func onTerminal(_ arguments: String..., environment more: [String: String] = [:]) throws -> TerminalScreen {
        try program.onTerminal(arguments, environment: environment(more))
    }

    /// Runs a command with a pipe as standard error, which is read at once.
    func throughPipe(_ arguments: String...) throws -> TerminalScreen {
        try inShell(#""$0" "$@" 2>&1 >/dev/null | cat"#, arguments)
    }

    /// Runs a script of the shell in a terminal, in which `$0` is the program.
    func inShell(_ script: String, _ arguments: [String] = []) throws -> TerminalScreen {
        try .running(
            ["/bin/sh", "-c", script, program.url.path] + arguments, environment: environment(Program.runtime))
    }

    /// Runs a command in a terminal, with its output in a file.
    func writing(to file: String, _ arguments: String...) throws -> TerminalScreen {
        try program.onTerminal(arguments, environment: environment([:]), connection: .errors(output: file))
    }

    /// Logs a user in who enters the code on the screen.
    func approve(_ screen: TerminalScreen, by user: String? = "john@example.com") async throws -> (
        status: Int32, text: String
    ) {
        let code = ShownPage.code(in: await screen.text(showing: "The code works"))
        if let user {
            try tenant.approveDevice(userCode: code, as: user)
        } else {
            try tenant.denyDevice(userCode: code)
        }
        return await screen.end()
    }

    /// Logs a user in with a code.
    @discardableResult
    func logIn(_ user: String = "john@example.com", _ arguments: [String] = []) async throws -> String {
        let screen = try program.onTerminal(["login", "--device"] + arguments, environment: environment([:]))
        return try await approve(screen, by: user).text
    }

    /// The files of the session's store that end in `ending`.
    func kept(_ ending: String) throws -> [URL] {
        let files = FileManager.default.enumerator(at: home, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        return (files ?? []).filter { $0.path.hasSuffix(ending) }
    }

    /// The bodies of the token requests with a refresh token.
    var renewals: [String] {
        tenant.journal.filter { $0.path == "/oauth/token" && $0.text.contains("refresh_token") }.map(\.text)
    }
}
