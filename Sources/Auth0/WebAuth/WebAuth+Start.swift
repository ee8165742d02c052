import HTTP
import OpenID
import Pipeline
public import Streams

extension WebAuth {
    /// Logs a person in and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: Gives the login up when it is cancelled. Letting go of it changes nothing.
    @discardableResult
    public func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        login.start(callback)
    }

    /// Logs a person in, and waits on the caller's executor.
    ///
    /// Cancelling the task gives the login up.
    ///
    /// - Returns: Credentials, their ID token validated.
    /// - Throws: ``WebAuthError``.
    public func start() async throws(WebAuthError) -> Credentials { try await login.value() }

    /// Publishes the credentials of a login.
    ///
    /// - Returns: A publisher that logs a person in anew for each subscriber, publishes one value and finishes, or fails.
    ///   Cancelling a subscription gives the login up.
    public func start() -> AnyPublisher<Credentials, WebAuthError> { login.publisher() }

    private var login: Operation<Credentials, WebAuthError> {
        Operation(inBrowser: { completion in
            guard let terminal = options.terminal else { return try LoginAttempt(self).begin(completion) }
            return try TerminalAttempt(self, in: terminal).begin(completion)
        })
    }
}

/// One login: what was made for it, and is forgotten with it.
private struct LoginAttempt: Sendable {
    private let webAuth: WebAuth
    private let request: AuthorizationRequest
    private let pkce: PKCE
    private let state: String
    private let nonce: String
    private let issuer: String
    private let maxAge: Int?

    private var authentication: Authentication { webAuth.authentication }
    private var options: WebAuthOptions { webAuth.options }

    init(_ original: WebAuth) throws {
        var webAuth = original
        webAuth.options = try original.options.withInvitation()
        let (options, base) = (webAuth.options, try webAuth.authentication.address.base.get())
        issuer = options.issuer ?? base.string
        maxAge = try options.checkedMaxAge()
        pkce = try PKCE()
        state = try options["state"] ?? RandomText.make()
        nonce = try options["nonce"] ?? RandomText.make()
        request = AuthorizationRequest(
            to: try options.authorizeURL.map { try HTTPURL($0) } ?? base.appending("authorize"))
        self.webAuth = webAuth
        // What makes no sense is said before anybody logs in.
        if let problem = exchange(of: "", to: "").check?.problem {
            throw WebAuthError.idTokenValidationFailed.because(of: problem)
        }
    }

    func begin(_ completion: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) throws -> any Cancellable {
        let (waiting, exchanging) = (CancellationSlot(), CancellationSlot())
        let plan = try webAuth.plan(expecting: .init(state: state, issuer: issuer)) { prepare($0, $1) }
        waiting.fill(
            AuthorizationSession.begin(plan) { result in
                switch result {
                case .success(let outcome):
                    let request = exchange(of: outcome.answer?.code ?? "", to: outcome.redirectURI)
                    exchanging.fill(request.begin { completion($0.mapError { WebAuthError(exchange: $0) }) })
                case .failure(let error): completion(.failure(WebAuthError(error)))
                }
            })
        return Work {
            waiting.cancel()
            exchanging.cancel()
        }
    }

    /// The address of the login page; a key that the code is to be bound to is made first.
    private func prepare(
        _ redirectURI: String, _ completion: @escaping @Sendable (Result<HTTPURL, any Error>) -> Void
    ) -> any Cancellable {
        guard let sender = authentication.dpop?.sender else {
            completion(Result { try address(redirectURI, thumbprint: nil) })
            return Work {}
        }
        sender.keys.key(sender.identifier, creating: true) { result in
            switch result {
            case .success(let key): completion(Result { try address(redirectURI, thumbprint: key?.thumbprint) })
            case .failure(let error): completion(.failure(DPoPError(error)))
            }
        }
        return Work {}
    }

    private func address(_ redirectURI: String, thumbprint: String?) throws -> HTTPURL {
        var request = request
        request.set("response_type", "code")
        request.set("client_id", authentication.clientId)
        request.set("redirect_uri", redirectURI)
        request.set("scope", defaultScope)
        request.set("state", state)
        request.set("nonce", nonce)
        request.set("code_challenge", pkce.challenge)
        request.set("code_challenge_method", PKCE.method)
        request.set("dpop_jkt", thumbprint)
        for (name, value) in options.parameters { request.set(name, value) }
        request.set("auth0Client", authentication.telemetry.value)
        return try request.url()
    }

    private func exchange(of code: String, to redirectURI: String) -> Request<Credentials, AuthenticationError> {
        authentication.codeExchange(withCode: code, codeVerifier: pkce.verifier, redirectURI: redirectURI)
            .validateClaims().withIssuer(issuer).withNonce(nonce).withLeeway(options.leeway)
            .withMaxAge(maxAge).withOrganization(options["organization"])
            .expecting { $0.expectations.code = code.isEmpty ? nil : code }
    }
}
