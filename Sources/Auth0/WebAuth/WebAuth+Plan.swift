import HTTPMessages
import OpenID
import RequestPipeline
import Streams

extension Auth0WebAuth {
    /// Returns the description of a session with the options; `prepare` makes the URL to open.
    ///
    /// - Throws: `ConfigurationError` when there is no tenant, ``WebAuthError`` when there is no redirect URL, and
    ///   `AuthorizationError` for a malformed header field.
    func plan(
        expecting expectation: AuthorizationResponse.Expectation,
        prepare: @escaping AuthorizationSession.Plan.Preparation
    ) throws -> AuthorizationSession.Plan {
        let headers = try options.checkedHeaders()
        let (tenant, settings) = (try authentication.address.base.get(), try ProgramSettings.ofProgram())
        if let ignored = options.ignoredHTTPS(tenant, settings) {
            logger?.log(url: ignored, source: "useHTTPS() is ignored, because a browser cannot bring a URL here")
        }
        var plan = AuthorizationSession.Plan(
            redirect: try options.redirectURI(tenant, settings), expectation: expectation,
            options: options.session, prepare: prepare, agent: options.agent(headers))
        plan.takesHandover = options.opensBrowser
        plan.startsProgram = options.opensBrowser
        plan.agentRemark = options.unsent(headers)
        plan.options.logger = logger
        return plan
    }
}

extension Operation where Failure == WebAuthError {
    /// Creates an operation that takes place in a browser; an error of `begin` becomes its result.
    init(inBrowser begin: @escaping @Sendable (@escaping Completion) throws -> any Cancellable) {
        self.init(attempting: begin, failing: { WebAuthError(beginning: $0) })
    }
}
