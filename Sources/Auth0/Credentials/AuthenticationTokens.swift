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
            let error = AuthenticationError(
                info: ["code": InternalCode.plain, "description": advice, "cause": problem], statusCode: 0)
            return completion(.failure(TokenFailure(notSent: error)))
        }
        guard case .exchange = request.call.need else { return renew(request, completion) }
        request.begin(
            authentication.ssoExchange(withRefreshToken: request.refreshToken), time: clock,
            failing: { TokenFailure($0) },
            tokens: { .exchanged($0, refreshToken: $0.refreshToken, idToken: $0.idToken) }, completion: completion)
    }

    private func renew(_ request: TokenRequest, _ completion: @escaping @Sendable (TokenAnswer) -> Void) {
        let (audience, scope) = request.target
        let renewal = authentication.renew(
            withRefreshToken: request.refreshToken, audience: audience, scope: scope)
        // The response of a test double is not decoded, so it is completed again.
        let complete = { @Sendable (new: Credentials) in
            guard audience != nil else { return new.completed(by: request.record.credentials, requesting: scope) }
            return new.replacing { $0.scope = new.scope ?? scope }
        }
        request.begin(
            renewal, time: clock, completing: complete, failing: { TokenFailure($0) }, tokens: request.tokens,
            completion: completion)
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
