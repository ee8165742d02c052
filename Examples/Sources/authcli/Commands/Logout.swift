import Auth0

/// The command `logout`, which ends the session on this machine, at the tenant, and in the browser.
struct Logout: Command {
    static let name = "logout"
    static let summary = "forget the session, revoke the refresh token, and log out in the browser"
    static let options = [Option("--keep-browser", nil, "stay logged in in the browser")]

    private let keepsBrowser: Bool

    init(_ arguments: Arguments) throws(Failure) { keepsBrowser = arguments.has("--keep-browser") }

    func run(_ context: Context) async throws {
        let manager = context.sessions.manager
        let login = try await context.sessions.login()
        guard manager.canRenew() || manager.user != nil else { throw Failure.notLoggedIn }
        do {
            try await manager.revoke()
        } catch {
            // Even if the network fails, this machine has no session any more.
            try await manager.remove()
            throw Self.loggedOut(but: "the tenant does not know", error)
        }
        if !keepsBrowser, !login.isFromDevice, WebAuthentication.isBrowserAvailable {
            context.talk.say("Logging out in the browser")
            do {
                try await context.webAuth.timeout(.seconds(60)).logout()
            } catch { throw Self.loggedOut(but: "the browser may not be", error) }
        }
        context.talk.done("Logged out")
    }

    /// Returns an error that says that the local logout has succeeded.
    private static func loggedOut(but rest: String, _ error: any Error) -> Failure {
        let why = Failure(error)
        return Failure(status: why.status, message: "logged out here, but \(rest): \(why.message)")
    }
}
