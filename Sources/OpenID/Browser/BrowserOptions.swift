import HTTPMessages
import RequestPipeline
import Streams

/// What logins and logouts in a browser have in common.
struct BrowserOptions: Sendable {
    var redirect: String?
    var timeout = Duration.seconds(600)
    var window = LoginWindow.browser
    var allowsOthers = false
    var logger: (any Logger)?

    /// What the engine has to do.
    func plan(
        expecting expectation: AuthorizationResponse.Expectation?,
        prepare: @escaping AuthorizationSession.Plan.Preparation
    ) throws(AuthorizationError) -> AuthorizationSession.Plan {
        guard timeout > .zero, timeout <= .seconds(86_400) else {
            throw AuthorizationError(.requestInvalid, "the timeout has to be more than nothing and at most a day")
        }
        var plan = AuthorizationSession.Plan(
            redirect: try redirect.map { text throws(AuthorizationError) in try RedirectURI(text) } ?? .freePort(),
            expectation: expectation, timeout: timeout, allowsOthers: allowsOthers, prepare: prepare,
            agent: window.makeAgent)
        plan.takesHandover = true
        plan.logger = logger
        return plan
    }
}

extension Operation where Failure == OpenIDError {
    /// Something that is done in a browser.
    init(inBrowser begin: @escaping @Sendable (@escaping Completion) throws -> any Cancellable) {
        self.init(attempting: begin, failing: { OpenIDError(cause: $0) })
    }
}
