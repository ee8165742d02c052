import Auth0
import OpenID

/// The command `login`, which uses a browser if there is one, otherwise a code for another device.
struct Login: Command {
    static let name = "login"
    static let summary = "log in, in a browser where there is one, else with a code on another device"
    static let options = [
        Option("--device", nil, "show a code for another device, even where there is a browser"),
        Option("--ephemeral", nil, "log in in a private window that keeps nothing"),
        Option("--organization", "NAME", "the organization to log in to, by ID or name"),
        Option("--connection", "NAME", "straight to a connection, such as github; in a browser only"),
        Option("--audience", "URL", "the API the access token is for"),
        Option("--scope", "SCOPES", "what the tokens may do; openid profile email offline_access unless given"),
    ]

    private let arguments: Arguments
    private let isForDevice: Bool
    private let wantsSignup: Bool

    init(_ arguments: Arguments) throws(Failure) {
        try self.init(arguments, isForDevice: arguments.has("--device"))
    }

    init(_ arguments: Arguments, isForDevice: Bool, wantsSignup: Bool = false) throws(Failure) {
        guard !(isForDevice && arguments.has("--ephemeral")) else {
            throw .usage("--ephemeral is for a browser, --device is for none: choose one")
        }
        (self.arguments, self.isForDevice, self.wantsSignup) = (arguments, isForDevice, wantsSignup)
    }

    func run(_ context: Context) async throws {
        try await context.sessions.check()
        let usesDevice = isForDevice || mustUseDevice(context)
        let spinner = Spinner(context.talk)
        let sessions = context.sessions
        var login = described(context.webAuth).useCredentialsManager(sessions.manager)
        if usesDevice {
            login = login.provider(WebAuthentication.terminalProvider(context.terminal(then: spinner)))
        } else {
            context.talk.say("Opening the login page in a browser")
            spinner.start("Waiting for the browser")
        }
        let result = await Result.awaiting { try await login.start() }
        await spinner.stop()
        let credentials = try result.get()
        try await sessions.keep(.init(audience: arguments["--audience"], isFromDevice: usesDevice))
        context.talk.done("Logged in")
        if credentials.refreshToken == nil {
            context.talk.say("There is no refresh token: log in again when the access token has expired")
        }
    }

    /// Returns whether another device is the only way: there is no browser, but a user at a terminal. Otherwise the SDK
    /// reports the missing part.
    private func mustUseDevice(_ context: Context) -> Bool {
        !arguments.has("--ephemeral") && !WebAuthentication.isBrowserAvailable && context.talk.terminal.isInteractive
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
        let terminal = talk.terminal
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
