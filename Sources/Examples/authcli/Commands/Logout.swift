import Auth0

/// Ends the session: here, at the tenant, and in the browser.
struct Logout: Command {
    static let name = "logout"
    static let summary = "forget the session, revoke the refresh token, and log out in the browser"
    static let options = [Option("--keep-browser", nil, "stay logged in in the browser")]

    private let keepsBrowser: Bool

    init(_ arguments: Arguments) throws(Failure) { keepsBrowser = arguments.has("--keep-browser") }

    func run(_ context: Context) async throws {
        let session = try await context.sessions.read()
        // First what needs nobody: whatever happens to the network, nobody is logged in here any more.
        try await context.sessions.forget()
        if let refreshToken = session.credentials.refreshToken {
            do {
                try await context.authentication.revoke(refreshToken: refreshToken).start()
            } catch {
                let why = Failure(error)
                throw Failure(
                    status: why.status,
                    message: "logged out here, but the tenant does not know: \(why.message)")
            }
        }
        if !keepsBrowser, !session.isFromDevice, WebAuthentication.isBrowserAvailable {
            context.talk.say("Logging out in the browser")
            try await context.webAuth.timeout(.seconds(60)).logout()
        }
        context.talk.done("Logged out")
    }
}
