import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline
import Streams

extension Auth0WebAuth {
    func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        login.start(callback)
    }

    func start() async throws(WebAuthError) -> Credentials { try await login.value() }

    func start() -> AnyPublisher<Credentials, WebAuthError> { login.publisher() }

    private var login: Operation<Credentials, WebAuthError> {
        let problem = options.problem ?? noteStart()
        return Operation(inBrowser: { done in
            let completion = after(done) { try $0.save($1) }
            if let problem { throw problem }
            logIgnoredParameters()
            let attempt = try LoginAttempt(self)
            guard let terminal = options.terminal else { return try attempt.begin(completion) }
            return try attempt.begin(in: terminal, completion)
        })
    }

    /// Logs the names of the parameters that protect the login, if the program has set any: they have no effect.
    private func logIgnoredParameters() {
        guard !options.ignoredParameters.isEmpty else { return }
        let names = options.ignoredParameters.sorted().joined(separator: ", ")
        (logger ?? StandardErrorLogger()).log(
            url: url.absoluteString,
            source: "parameters(_:) cannot set \(names), which would weaken the login: the values are ignored, see "
                + "redirectURL(_:), useDPoP() and signingRequest(with:)")
    }
}

/// One login, in a browser or in a terminal.
struct LoginAttempt: Sendable {
    let webAuth: Auth0WebAuth
    private let base: HTTPURL
    private let maxAge: Int?

    var authentication: Auth0Authentication { webAuth.authentication }
    var options: WebAuthOptions { webAuth.options }
    private var issuer: String { options.issuer ?? base.string }

    init(_ original: Auth0WebAuth) throws {
        var webAuth = original
        webAuth.options = try original.options.withInvitation()
        base = try webAuth.authentication.address.base.get()
        maxAge = try webAuth.options.checkedMaxAge()
        self.webAuth = webAuth
    }

    /// Begins the login in a browser, with the values that are used once.
    func begin(_ completion: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) throws -> any Cancellable {
        let flow = try flow()
        let exchange = { @Sendable (code: String, redirectURI: String) in
            let request = authentication.codeExchange(
                withCode: code, codeVerifier: flow.pkce.verifier, redirectURI: redirectURI)
            return validating(request, nonce: flow.nonce)
        }
        try checkExpectations(of: exchange("", ""))
        let plan = try webAuth.plan(expecting: .init(state: flow.state, issuer: issuer)) { flow.prepare($0, $1) }
        return CodeFlow.begin(
            plan, sessionFailing: { WebAuthError($0) }, exchange: exchange,
            exchangeFailing: { WebAuthError(exchange: $0) }, completion: completion)
    }

    /// Adds the validation of the ID token; a login in a terminal has no nonce.
    func validating(
        _ request: Request<Credentials, AuthenticationError>, nonce: String? = nil
    ) -> Request<Credentials, AuthenticationError> {
        request.validateClaims().withIssuer(issuer).withNonce(nonce).withLeeway(options.leeway).withMaxAge(maxAge)
            .withOrganization(options["organization"]).withTrustedAudiences(options.trustedAudiences)
            .expecting {
                $0.expectations.otherOrganization = options.organizationBesideInvitation
                $0.expectations.acceptedACRValues = options["acr_values"]?.distinctWords ?? []
            }
    }

    /// Refuses contradictory expectations before the user logs in.
    func checkExpectations(of request: Request<Credentials, AuthenticationError>) throws(WebAuthError) {
        if let problem = request.problemOfChecks { throw .idTokenValidationFailed.because(of: problem) }
    }

    /// Creates the values of one login with the options.
    private func flow() throws -> CodeFlow {
        var options = options
        if let state = options["state"], !state.isEmpty { options["state"] = try RandomText.unguessable(state) }
        var flow = try CodeFlow(
            to: try options.authorizeURL.map { try HTTPURL($0) } ?? base.appending("authorize"),
            clientID: webAuth.clientId, parameters: [("scope", defaultScope)] + options.parameters)
        flow.dpop = webAuth.dpop
        flow.signer = options.signingKey.map { RequestSigner($0, audience: issuer) }
        flow.extra = webAuth.telemetry.value.map { [("auth0Client", $0)] } ?? []
        if options.isPushing {
            flow.push = Request<PushedAuthorization, AuthenticationError>.push { [authentication] in
                authentication.request(.post, "oauth/par", decode: Decoders.tree(PushedAuthorization.init)).asForm()
            }
        }
        return flow
    }
}

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
