import Auth0
import FoundationEssentials
import OpenID

/// The command `login`, which uses a browser if there is one, otherwise a code for another device.
struct Login: Command {
    static let name = "login"
    static let summary = "log in with the browser, or without one with a code on another device"
    static let options = [
        Option("--device", nil, "show a code for another device, even if a browser is available"),
        Option("--ephemeral", nil, "use a private browser window without a stored session"),
        Option("--organization", "NAME", "the organization to log in to, its ID or name"),
        Option("--connection", "NAME", "the connection to log in with, such as github; only with a browser"),
        Option("--audience", "URL", "the API that the access token is for"),
        Option("--scope", "SCOPES", "the scopes to request; openid profile email offline_access by default"),
        ResultWriter.option,
    ]

    private struct LoggedIn: Encodable {
        let id: String?
        let expires: Date
        let renewable: Bool
        let scope: String?

        init(_ credentials: Credentials, user: String?) {
            (id, expires) = (user, credentials.expiresIn)
            (renewable, scope) = (credentials.refreshToken != nil, credentials.scope)
        }
    }

    private let arguments: Arguments
    private let isForDevice: Bool
    private let wantsSignup: Bool

    init(_ arguments: Arguments) throws(Failure) {
        try self.init(arguments, isForDevice: arguments.has("--device"))
    }

    init(_ arguments: Arguments, isForDevice: Bool, wantsSignup: Bool = false) throws(Failure) {
        guard !(isForDevice && arguments.has("--ephemeral")) else {
            throw .usage("--ephemeral and --device exclude each other")
        }
        (self.arguments, self.isForDevice, self.wantsSignup) = (arguments, isForDevice, wantsSignup)
    }

    func run(_ context: Context) async throws {
        try await context.sessions.check()
        let usesDevice = isForDevice || mustUseDevice(context)
        let spinner = Spinner(context.output)
        let sessions = context.sessions
        var login = described(context.webAuth).useCredentialsManager(sessions.manager)
        if usesDevice {
            login = login.provider(WebAuthentication.terminalProvider(context.terminal(then: spinner)))
        } else {
            context.output.writeLine("Opening the login page in a browser")
            spinner.start("Waiting for the browser")
        }
        let result = await Result.awaiting { try await login.start() }
        await spinner.stop()
        let credentials = try result.get()
        try await sessions.keep(.init(audience: arguments["--audience"], isFromDevice: usesDevice))
        try ResultWriter(arguments).write(LoggedIn(credentials, user: sessions.manager.user?.sub), rows: [])
        context.output.done("Logged in")
        if credentials.refreshToken == nil {
            context.output.writeLine("The tenant issued no refresh token: log in again when the access token expires")
        }
    }

    /// Returns whether only another device can show the login page: no browser is available, but a terminal is. Without
    /// both, the SDK reports what is missing.
    private func mustUseDevice(_ context: Context) -> Bool {
        !arguments.has("--ephemeral") && !WebAuthentication.isBrowserAvailable && context.output.terminal.isInteractive
    }

    private func described(_ webAuth: any WebAuth) -> any WebAuth {
        var login = webAuth.scope(arguments["--scope"] ?? "openid profile email offline_access")
        if let audience = arguments["--audience"] { login = login.audience(audience) }
        if let organization = arguments["--organization"] { login = login.organization(organization) }
        if let connection = arguments["--connection"] { login = login.connection(connection) }
        if arguments.has("--ephemeral") { login = login.useEphemeralSession() }
        if wantsSignup { login = login.parameters(["screen_hint": "signup"]) }
        return login
    }
}

extension Context {
    /// Returns a terminal that shows the code, and starts the spinner after it.
    fileprivate func terminal(then spinner: Spinner) -> TerminalOutput {
        let terminal = output.terminal
        return TerminalOutput(
            isInteractive: terminal.isInteractive, columns: terminal.columns, usesColor: terminal.usesColor,
            usesUTF8: terminal.usesUTF8
        ) { text in
            terminal.write(text)
            spinner.start("Waiting for the login on the other device")
        }
    }
}

extension Result where Success: Sendable, Failure == any Error {
    /// Returns the result of a throwing closure, so that the caller can clean up before it throws.
    fileprivate static func awaiting(_ body: () async throws -> Success) async -> Self {
        do {
            return .success(try await body())
        } catch { return .failure(error) }
    }
}
