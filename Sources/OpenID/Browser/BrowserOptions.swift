import HTTPMessages
import RequestPipeline
import Streams

/// The options that logins and logouts in a browser share.
struct BrowserOptions: Sendable {
    var redirect: String?
    /// The redirect URI when none was set.
    var defaultRedirect = RedirectURI.freePort()
    var window = LoginWindow.browser
    var session = SessionOptions()

    /// The page of a server to which a remote browser returns.
    var remoteRedirect: String {
        get throws(AuthorizationError) {
            guard let redirect else {
                throw AuthorizationError(.requestInvalid, "set the page to which the browser returns: redirectURI(_:)")
            }
            return redirect
        }
    }

    func checkTimeout() throws(AuthorizationError) {
        guard session.timeout > .zero, session.timeout <= .seconds(86_400) else {
            throw AuthorizationError(.requestInvalid, "the timeout must be more than 0 and at most one day")
        }
    }

    /// Returns the description of a session; without an expectation any redirect to the redirect URI suffices.
    func plan(
        expecting expectation: AuthorizationResponse.Expectation?,
        prepare: @escaping AuthorizationSession.Plan.Preparation
    ) throws(AuthorizationError) -> AuthorizationSession.Plan {
        try checkTimeout()
        var plan = AuthorizationSession.Plan(
            redirect: try redirect.map { text throws(AuthorizationError) in try RedirectURI(text) }
                ?? defaultRedirect,
            expectation: expectation, options: session, prepare: prepare,
            agent: window.makeAgent)
        plan.takesHandover = true
        plan.startsProgram = window.startsProgram
        return plan
    }
}

extension Operation where Failure == OpenIDError {
    /// Creates an operation that takes place in a browser; an error of `begin` becomes its result.
    init(inBrowser begin: @escaping @Sendable (@escaping Completion) throws -> any Cancellable) {
        self.init(attempting: begin, failing: { OpenIDError(cause: $0) })
    }
}
