import HTTPMessages
import OpenID
import RequestPipeline
import Streams

extension Auth0WebAuth {
    /// What the engine has to do, as the modifiers said.
    ///
    /// - Parameters:
    ///   - expectation: What the browser has to bring back; `nil` where coming back is enough.
    ///   - prepare: Makes the address to open.
    /// - Returns: A plan that has not begun.
    /// - Throws: Why there is no tenant or no redirect URL.
    func plan(
        expecting expectation: AuthorizationResponse.Expectation?,
        prepare: @escaping AuthorizationSession.Plan.Preparation
    ) throws -> AuthorizationSession.Plan {
        let headers = try options.checkedHeaders()
        var plan = AuthorizationSession.Plan(
            redirect: try options.redirectURI(try authentication.address.base.get()), expectation: expectation,
            timeout: options.timeout, allowsOthers: options.allowsOthers, prepare: prepare,
            agent: options.agent(headers))
        plan.takesHandover = options.opensBrowser
        plan.logger = logger
        plan.alarm = options.alarm
        return plan
    }
}

extension Operation where Failure == WebAuthError {
    /// Something that is done in a browser.
    init(inBrowser begin: @escaping @Sendable (@escaping Completion) throws -> any Cancellable) {
        self.init(attempting: begin, failing: { WebAuthError(beginning: $0) })
    }
}
