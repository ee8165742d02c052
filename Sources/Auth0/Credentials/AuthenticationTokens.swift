package import FoundationEssentials
import OpenID
import RequestPipeline
import Streams

/// The token requests of the Authentication API for a stored login.
struct AuthenticationTokens: TokenService {
    let authentication: any Authentication
    let clock: TimeSource

    /// The tenant by its domain, which is the issuer of its tokens, and the application.
    var binding: ClientBinding {
        ClientBinding(issuer: authentication.url.absoluteString, clientID: authentication.clientId)
    }

    var dpop: DPoP? { authentication.dpop }

    func begin(_ request: TokenRequest, completion: @escaping @Sendable (TokenAnswer) -> Void) {
        if let problem = request.problem {
            let advice =
                "The stored ID token cannot be decoded, so that a new one cannot be compared with it: store the one of "
                + "the login, or an empty text, or set validatesIDTokens of the manager's configuration to false"
            let info: [String: any Sendable] = [
                "code": InternalCode.plain, "description": advice, "cause": problem,
            ]
            return completion(.failure(TokenFailure(notSent: AuthenticationError(info: info, statusCode: 0))))
        }
        switch request.call.need {
        case .credentials(let scope, _): renew(request, audience: nil, scope: scope, completion)
        case .renewal: renew(request, audience: nil, scope: nil, completion)
        case .resource(let audience, let scope, _): renew(request, audience: audience, scope: scope, completion)
        case .exchange: exchange(request, completion)
        }
    }

    private func renew(
        _ request: TokenRequest, audience: String?, scope: String?,
        _ completion: @escaping @Sendable (TokenAnswer) -> Void
    ) {
        let received = ReceivedTokens<Credentials>()
        let renewal = authentication.renew(
            withRefreshToken: request.refreshToken, audience: audience, scope: scope)
        // The response of a test double is not decoded, so it is completed again.
        let complete = { @Sendable (new: Credentials) in
            guard audience != nil else { return new.completed(by: request.record.credentials, requesting: scope) }
            return new.replacing { $0.scope = new.scope ?? scope }
        }
        request.described(renewal, noting: received, time: clock, completing: complete).start { result in
            let result = result.map(complete).mapError { TokenFailure($0) }
            completion(
                TokenAnswer(result, received.value, refreshToken: \.refreshToken) { new in
                    guard audience != nil else { return .login(new) }
                    return .resource(ResourceTokens(new), refreshToken: new.refreshToken, idToken: new.idToken)
                })
        }
    }

    private func exchange(_ request: TokenRequest, _ completion: @escaping @Sendable (TokenAnswer) -> Void) {
        let received = ReceivedTokens<SSOCredentials>()
        let exchange = authentication.ssoExchange(withRefreshToken: request.refreshToken)
        request.described(exchange, noting: received, time: clock).start { result in
            completion(
                TokenAnswer(result.mapError { TokenFailure($0) }, received.value, refreshToken: \.refreshToken) {
                    .exchanged($0, refreshToken: $0.refreshToken, idToken: $0.idToken)
                })
        }
    }

    func revoke(
        _ refreshToken: String, headers: [String: String],
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> any Cancellable {
        authentication.revoke(refreshToken: refreshToken).headers(headers).start { result in
            completion(result.mapError { $0 })
        }
    }
}

extension SSOCredentials: ExchangedTokens {
    package func shifted(by seconds: TimeInterval) -> SSOCredentials {
        SSOCredentials(
            sessionTransferToken: sessionTransferToken, issuedTokenType: issuedTokenType,
            expiresIn: expiresIn + seconds, idToken: idToken, refreshToken: refreshToken)
    }
}

extension TokenFailure {
    fileprivate init(_ error: AuthenticationError) {
        self.init(
            error, cause: error.cause, code: error.code, statusCode: error.statusCode, isRetryable: error.isRetryable,
            retryAfter: error.retryAfter)
    }
}
