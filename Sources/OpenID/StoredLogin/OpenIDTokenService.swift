import RequestPipeline
package import Streams

/// The token requests of an OpenID provider for a ``StoredLogin``.
package struct OpenIDTokenService: TokenService {
    private let client: OpenIDClient
    private let clock: TimeSource

    /// Creates the service of a client.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - clock: The source of the current time.
    package init(client: OpenIDClient, clock: TimeSource) { (self.client, self.clock) = (client, clock) }

    package var binding: ClientBinding { ClientBinding(issuer: client.provider.metadata.issuer, clientID: client.id) }
    package var dpop: DPoP? { client.dpop }

    package func begin(_ request: TokenRequest, completion: @escaping @Sendable (TokenAnswer) -> Void) {
        let (scope, resource): (String?, String?) =
            switch request.call.need {
            case .credentials(let scope, _): (scope, nil)
            case .resource(let audience, let scope, _): (scope, audience)
            case .renewal, .exchange: (nil, nil)
            }
        let received = ReceivedTokens<Credentials>()
        let credentials = request.record.credentials ?? Credentials()
        let renewal = client.renew(credentials, scope: scope).fields(["resource": resource])
        request.described(renewal, noting: received, time: clock).start { result in
            let result = result.mapError { TokenFailure($0) }
            completion(
                TokenAnswer(result, received.value, refreshToken: \.refreshToken) { new in
                    guard resource != nil else { return .login(new) }
                    return .resource(ResourceTokens(new), refreshToken: new.refreshToken, idToken: new.idToken)
                })
        }
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
    /// Creates the tokens of a response.
    ///
    /// - Parameter credentials: The response; without scopes, ``scope`` is empty.
    package init(_ credentials: Credentials) {
        self.init(
            accessToken: credentials.accessToken, tokenType: credentials.tokenType, expiresIn: credentials.expiresIn,
            scope: credentials.scope ?? "")
    }
}
