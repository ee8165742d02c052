import ByteEncodings
import HTTPMessages
import JOSE
import RequestPipeline

/// The validation of a profile: its subject and, if it is signed, its signature, issuer and audience.
///
/// - SeeAlso: [OpenID Connect Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse),
///   [§5.3.4](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponseValidation)
struct UserInfoCheck: ValueCheck {
    let client: OpenIDClient
    let subject: String?

    var problem: (any Error)? { subject.flatMap { SubjectCheck<UserInfo>(subject: $0).problem } }

    func begin(
        _ value: UserInfo, of endpoint: Endpoint, by context: ClientContext,
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error> {
        guard let text = value.signedText else { return subjectResult(value, endpoint, context, completion) }
        let (keys, parsed): (TokenKeys, CompactJWS)
        do {
            keys = try client.keys
            parsed = try CompactJWS(text)
        } catch let error as JOSEError {
            return .now(.failure(IDTokenError(error)))
        } catch { return .now(.failure(error)) }
        let check = { @Sendable (result: Result<VerifiedJWS, KeySetFailure>) -> Result<Void, any Error> in
            Result { try checkClaims(of: result.get(), value) }.mapError { error in
                (error as? KeySetFailure).map { IDTokenError($0) } ?? error
            }
        }
        switch keys.verify(parsed, .jwt, completion: { completion(check($0)) }) {
        case .now(let result): return .now(check(result))
        case .later(let work): return .later(work)
        }
    }

    private func subjectResult(
        _ value: UserInfo, _ endpoint: Endpoint, _ context: ClientContext,
        _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImmediateOrPending<Void, any Error> {
        guard (1...SubjectRule.maximumBytes).contains(value.sub.utf8.count) else {
            let advice = "the subject has to be 1 to 255 ASCII characters"
            return .now(.failure(IDTokenError(.claimInvalid, claim: "sub", advice)))
        }
        guard let subject else { return .now(.success(())) }
        return SubjectCheck(subject: subject).begin(value, of: endpoint, by: context, completion: completion)
    }

    /// Requires the expected issuer and audience if they are present, no expired token, and the expected subject.
    private func checkClaims(of text: VerifiedJWS, _ value: UserInfo) throws {
        let token: VerifiedJWT
        do throws(JOSEError) {
            token = try VerifiedJWT(claimsOf: text)
        } catch { throw IDTokenError(error) }
        if token.issuer != nil { try IssuerRule(issuer: client.provider.metadata.issuer).check(token, at: 0) }
        if let audience = token.audience, !audience.contains(where: { $0.utf8.elementsEqual(client.id.utf8) }) {
            throw IDTokenError(.claimMismatch, claim: "aud", "the profile is for another client; do not use it")
        }
        if token.expiresAt != nil {
            try ExpiryRule(leeway: 60).check(token, at: TimeSource.system.secondsSince1970)
        }
        try SubjectRule(subject: subject).check(token, at: 0)
    }
}
