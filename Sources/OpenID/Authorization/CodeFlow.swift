package import HTTPMessages
package import RequestPipeline
package import Streams

/// The authorization code flow with PKCE: the values of one login, which are used once (RFC 6749 §4.1, RFC 7636,
/// RFC 9101, RFC 9126).
package struct CodeFlow: Sendable {
    /// Sends the parameters in a pushed authorization request, and completes with the reference to them.
    package typealias Push =
        @Sendable (
            _ parameters: [(name: String, value: String)],
            _ completion: @escaping @Sendable (Result<PushedAuthorization, any Error>) -> Void
        ) -> any Cancellable

    /// The parameters that callers must not set: PKCE, DPoP, and the delivery of the response.
    package static let reserved: Set<String> = [
        "client_id", "redirect_uri", "response_type", "response_mode", "code_challenge", "code_challenge_method",
        "request", "request_uri", "dpop_jkt",
    ]

    /// The secret that the authorization code is bound to.
    package let pkce: PKCE
    /// The `state` that the authorization response must have.
    package let state: String
    /// The `nonce` that the ID token must have.
    package let nonce: String
    /// The key that tokens are bound to; `nil` when they are not bound.
    package var dpop: DPoP?
    /// Sends a pushed authorization request; `nil` when the parameters go into the URL.
    package var push: Push?
    /// Signs the parameters; `nil` when they are not signed.
    package var signer: RequestSigner?
    /// Parameters of the URL that are not pushed, and not signed.
    package var extra: [(name: String, value: String)] = []

    private let endpoint: HTTPURL
    private let clientID: String
    private let parameters: [(name: String, value: String)]

    /// Creates the values of one login; `state` and `nonce` are random unless they are among the parameters.
    package init(
        to endpoint: HTTPURL, clientID: String, parameters: [(name: String, value: String)]
    ) throws(AuthorizationError) {
        (self.endpoint, self.clientID, self.parameters) = (endpoint, clientID, parameters)
        pkce = try PKCE.generated()
        state = try RandomText.checked(Self.chosen("state", parameters), named: "state")
        nonce = try Self.chosen("nonce", parameters)
    }

    private static func chosen(
        _ name: String, _ parameters: [(name: String, value: String)]
    ) throws(AuthorizationError) -> String {
        guard let value = parameters.last(where: { $0.name == name })?.value else { return try RandomText.make() }
        guard !value.isEmpty else { throw AuthorizationError(.requestInvalid, "the \(name) must not be empty") }
        return value
    }

    /// Makes the URL of the login page: creates the DPoP key first when there is none, signs the parameters when the
    /// flow signs them, and pushes them when the flow pushes.
    ///
    /// The completion is called exactly once, possibly from inside this call; the handle cancels the pushed request.
    package func prepare(
        _ redirectURI: String, _ completion: @escaping @Sendable (Result<HTTPURL, any Error>) -> Void
    ) -> any Cancellable {
        let work = CancellationSlot()
        guard let sender = dpop?.sender else {
            address(redirectURI, thumbprint: nil, work, completion)
            return ClosureCancellable { work.cancel() }
        }
        sender.keys.key(sender.identifier, creating: true) { result in
            switch result {
            case .success(let key): address(redirectURI, thumbprint: key?.thumbprint, work, completion)
            case .failure(let error): completion(.failure(error))
            }
        }
        return ClosureCancellable { work.cancel() }
    }

    private func address(
        _ redirectURI: String, thumbprint: String?, _ work: CancellationSlot,
        _ completion: @escaping @Sendable (Result<HTTPURL, any Error>) -> Void
    ) {
        let request: AuthorizationRequest
        do {
            let plain = self.request(redirectURI, thumbprint: thumbprint)
            try plain.checkNames()
            request = try signer?.signed(plain, for: clientID) ?? plain
        } catch { return completion(.failure(error)) }
        guard let push else {
            var request = request
            request.set(extra)
            return completion(Result { try request.url() })
        }
        work.fill(
            push(request.parameters) { result in
                completion(Result { try result.get().url(at: endpoint, for: clientID, with: extra) })
            })
    }

    /// Returns the authorization request, not signed; `thumbprint` is that of the DPoP key that the code is bound to.
    package func request(_ redirectURI: String, thumbprint: String?) -> AuthorizationRequest {
        AuthorizationRequest(
            to: endpoint,
            [
                "response_type": "code", "client_id": clientID, "redirect_uri": redirectURI, "state": state,
                "nonce": nonce, "code_challenge": pkce.challenge, "code_challenge_method": PKCE.method,
                "dpop_jkt": thumbprint,
            ], parameters)
    }
}

extension CodeFlow {
    /// Begins a session in a browser, and exchanges its authorization code for tokens; a failure of either half is
    /// converted to the error of the client.
    ///
    /// The completion is called exactly once, never from inside this call; the handle cancels the login.
    package static func begin<Value: Sendable, ExchangeFailure: RequestFailure, Failure: Error>(
        _ plan: AuthorizationSession.Plan, among transactions: Transactions = .ofProcess,
        sessionFailing sessionFailure: @escaping @Sendable (AuthorizationError) -> Failure,
        exchange: @escaping @Sendable (_ code: String, _ redirectURI: String) -> Request<Value, ExchangeFailure>,
        exchangeFailing exchangeFailure: @escaping @Sendable (ExchangeFailure) -> Failure,
        completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> any Cancellable {
        let (waiting, exchanging) = (CancellationSlot(), CancellationSlot())
        // Added before the session begins, so that `Transactions.cancel()` reaches the exchange as soon as it starts.
        transactions.add(exchanging)
        let end = { @Sendable (result: Result<Value, Failure>) in
            transactions.remove(exchanging)
            completion(result)
        }
        waiting.fill(
            AuthorizationSession.begin(plan, among: transactions) { result in
                switch result {
                case .success(let outcome):
                    let request = exchange(outcome.response?.code ?? "", outcome.redirectURI)
                    exchanging.fill(request.begin { end($0.mapError(exchangeFailure)) })
                case .failure(let error): end(.failure(sessionFailure(error)))
                }
            })
        return ClosureCancellable {
            waiting.cancel()
            exchanging.cancel()
        }
    }
}
