import ByteEncodings
import HTTPMessages
import JOSE
import RequestPipeline

/// The validation of a profile: the form of its subject and, if it is signed, its signature, issuer and audience
/// (OpenID Connect Core §5.3.2).
struct UserInfoCheck: ValueCheck {
    let client: OpenIDClient

    var problem: (any Error)? { nil }

    func begin(
        _ value: UserInfo, of endpoint: Endpoint, by context: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error> {
        guard let text = value.signedText else {
            // A profile of plain JSON has no other claim to check.
            return .now(Result { try checkSubject(of: value) })
        }
        let check = { @Sendable (result: Result<VerifiedJWT, IDTokenError>) -> Result<Void, any Error> in
            result.mapError(\.ofRequest).flatMap { token in Result { try checkClaims(of: token) } }
        }
        do {
            return try client.keys.verify(CompactJWS(token: text), .jwt) { completion(check($0)) }.map(check)
        } catch { return .now(.failure(error)) }
    }

    private func checkSubject(of value: UserInfo) throws(IDTokenError) {
        guard (1...SubjectRule.maximumBytes).contains(value.sub.utf8.count) else {
            throw IDTokenError(.claimInvalid, claim: "sub", "the subject has to be 1 to 255 ASCII characters")
        }
    }

    /// Requires the expected issuer and audience if they are present, and no expired token.
    private func checkClaims(of token: VerifiedJWT) throws(IDTokenError) {
        if token.issuer != nil { try IssuerRule(issuer: client.provider.metadata.issuer).check(token, at: 0) }
        if let audience = token.audience, !audience.contains(where: client.id.isSame) {
            throw IDTokenError(.claimMismatch, claim: "aud", "the profile is for another client; do not use it")
        }
        if token.expiresAt != nil {
            try TimeRule(leeway: 60).checkExpiry(token, at: TimeSource.system.secondsSince1970)
        }
        try SubjectRule(subject: nil).check(token, at: 0)
    }
}
