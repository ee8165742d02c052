import RequestPipeline
package import Streams

/// The token requests of an OpenID provider for a ``StoredLogin``.
package struct OpenIDTokenService: TokenService {
    private let client: OpenIDClient
    private let clock: TimeSource

    package init(client: OpenIDClient, clock: TimeSource) { (self.client, self.clock) = (client, clock) }

    package var binding: ClientBinding { ClientBinding(issuer: client.provider.metadata.issuer, clientID: client.id) }
    package var dpop: DPoP? { client.dpop }

    package func begin(_ request: TokenRequest, completion: @escaping @Sendable (TokenAnswer) -> Void) {
        let stored = request.record.credentials ?? Credentials()
        // Without validation, the stored ID token may be one that the client cannot decode, such as an encrypted one.
        let sent = request.validatesIDTokens ? stored : stored.replacing { $0.idToken = "" }
        let (resource, scope) = request.target
        request.begin(
            client.renew(sent, scope: scope).fields(["resource": resource]), time: clock,
            completing: { $0.completed(by: stored, requesting: scope) }, failing: { TokenFailure($0) },
            tokens: request.tokens, completion: completion)
    }

    package func revoke(
        _ refreshToken: String, headers: [String: String],
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> any Cancellable {
        client.revoke(refreshToken, hint: .refreshToken).headers(headers).start { result in
            completion(result.mapError { $0 })
        }
    }
}

extension ResourceTokens {
    /// Creates the tokens of a response; without scopes in it, ``scope`` is empty.
    package init(_ credentials: Credentials) {
        self.init(
            accessToken: credentials.accessToken, tokenType: credentials.tokenType, expiresIn: credentials.expiresIn,
            scope: credentials.scope ?? "")
    }
}
