import Auth0

/// The command `logout`, which ends the session on this machine, at the tenant, and in the browser.
struct Logout: Command {
    static let name = "logout"
    static let summary = "forget the session, revoke the refresh token, and log out in the browser"
    static let options = [Option("--keep-browser", nil, "stay logged in in the browser")]

    private let keepsBrowser: Bool

    init(_ arguments: Arguments) throws(Failure) { keepsBrowser = arguments.has("--keep-browser") }

    func run(_ context: Context) async throws {
        let session = try await context.sessions.read()
        // The local step comes first: even if the network fails, this machine has no session any more.
        try await context.sessions.forget()
        if let refreshToken = session.credentials.refreshToken {
            try await Self.mind("the tenant does not know") {
                try await context.authentication.revoke(refreshToken: refreshToken).start()
            }
        }
        if !keepsBrowser, !session.isFromDevice, WebAuthentication.isBrowserAvailable {
            context.talk.say("Logging out in the browser")
            try await Self.mind("the browser may not be") {
                try await context.webAuth.timeout(.seconds(60)).logout()
            }
        }
        context.talk.done("Logged out")
    }

    /// Adds to an error that the local logout has succeeded.
    private static func mind(_ rest: String, _ body: () async throws -> Void) async throws(Failure) {
        do {
            try await body()
        } catch {
            let why = Failure(error)
            throw Failure(status: why.status, message: "logged out here, but \(rest): \(why.message)")
        }
    }
}
