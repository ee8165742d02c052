import Auth0

/// The command `logout`, which ends the session on this machine, at the tenant, and in the browser.
struct Logout: Command {
    static let name = "logout"
    static let summary = "remove the session, revoke the refresh token, and log out of the browser"
    static let options = [
        Option("--keep-browser", nil, "do not end the session of the browser"), ResultWriter.option,
    ]

    private struct LoggedOut: Encodable {
        let browser: Bool
    }

    private let keepsBrowser: Bool
    private let result: ResultWriter

    init(_ arguments: Arguments) throws(Failure) {
        keepsBrowser = arguments.has("--keep-browser")
        result = ResultWriter(arguments)
    }

    func run(_ context: Context) async throws {
        let manager = context.sessions.manager
        let login = try await context.sessions.login()
        guard manager.canRenew() || manager.user != nil else { throw Failure.notLoggedIn }
        do {
            try await manager.revoke()
        } catch {
            // Even if the network fails, this machine has no session now.
            try await manager.remove()
            throw Self.loggedOut(but: "the refresh token was not revoked", error)
        }
        let usesBrowser = !keepsBrowser && !login.isFromDevice && WebAuthentication.isBrowserAvailable
        if usesBrowser {
            context.output.writeLine("Logging out of the browser")
            do {
                try await context.webAuth.timeout(.seconds(60)).logout()
            } catch { throw Self.loggedOut(but: "perhaps not in the browser", error) }
        }
        try result.write(LoggedOut(browser: usesBrowser), rows: [])
        let hasSession = !usesBrowser && !login.isFromDevice
        context.output.done(hasSession ? "Logged out here; the browser may still be logged in" : "Logged out")
    }

    /// Returns an error that says that the local logout has succeeded.
    private static func loggedOut(but rest: String, _ error: any Error) -> Failure {
        let why = Failure(error)
        return Failure(status: why.status, message: "logged out here, but \(rest): \(why.message)")
    }
}
