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
            let completion = storing(done)
            if let problem { throw problem }
            logIgnoredParameters()
            guard let terminal = options.terminal else { return try LoginAttempt(self).begin(completion) }
            return try TerminalAttempt(self, in: terminal).begin(completion)
        })
    }
}

extension Auth0WebAuth {
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

/// One login in a browser, with the values that are used once.
private struct LoginAttempt: Sendable {
    private let webAuth: Auth0WebAuth
    private let flow: CodeFlow
    private let issuer: String
    private let maxAge: Int?

    private var authentication: Auth0Authentication { webAuth.authentication }
    private var options: WebAuthOptions { webAuth.options }

    init(_ original: Auth0WebAuth) throws {
        var webAuth = original
        webAuth.options = try original.options.withInvitation()
        let (options, base) = (webAuth.options, try webAuth.authentication.address.base.get())
        issuer = options.issuer ?? base.string
        maxAge = try options.checkedMaxAge()
        flow = try webAuth.flow(below: base, for: issuer)
        self.webAuth = webAuth
        // Contradictory expectations fail before the user logs in.
        if let problem = exchange(of: "", to: "").problemOfChecks {
            throw WebAuthError.idTokenValidationFailed.because(of: problem)
        }
    }

    func begin(_ completion: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) throws -> any Cancellable {
        let plan = try webAuth.plan(expecting: .init(state: flow.state, issuer: issuer)) { [flow] in
            flow.prepare($0, $1)
        }
        return CodeFlow.begin(
            plan, failures: .init(session: { WebAuthError($0) }, exchange: { WebAuthError(exchange: $0) }),
            exchange: { exchange(of: $0, to: $1) }, completion: completion)
    }

    private func exchange(of code: String, to redirectURI: String) -> Request<Credentials, AuthenticationError> {
        authentication.codeExchange(withCode: code, codeVerifier: flow.pkce.verifier, redirectURI: redirectURI)
            .validateClaims().withIssuer(issuer).withNonce(flow.nonce).withLeeway(options.leeway)
            .withMaxAge(maxAge).withOrganization(options["organization"])
            .withTrustedAudiences(options.trustedAudiences)
            .expecting {
                $0.expectations.otherOrganization = options.organizationBesideInvitation
                $0.expectations.acceptedACRValues = options["acr_values"]?.distinctWords ?? []
            }
    }
}

extension Auth0WebAuth {
    /// Creates the values of one login with the options.
    fileprivate func flow(below base: HTTPURL, for issuer: String) throws -> CodeFlow {
        var options = options
        if let state = options["state"], !state.isEmpty { options["state"] = try RandomText.unguessable(state) }
        var flow = try CodeFlow(
            to: try options.authorizeURL.map { try HTTPURL($0) } ?? base.appending("authorize"), clientID: clientId,
            parameters: [("scope", defaultScope)] + options.parameters)
        flow.dpop = dpop
        flow.signer = options.signingKey.map { RequestSigner($0, audience: issuer) }
        flow.extra = telemetry.value.map { [("auth0Client", $0)] } ?? []
        if options.isPushing {
            flow.push = Request<PushedAuthorization, AuthenticationError>.push { [authentication] in
                authentication.request(.post, "oauth/par", decode: Decoders.tree(PushedAuthorization.init)).asForm()
            }
        }
        return flow
    }
}
