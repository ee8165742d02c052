import JOSE

/// The rule that requires a subject, and the expected one if the caller expects one (`sub`).
///
/// - SeeAlso: [OpenID Connect Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)
struct SubjectRule: IDTokenRule {
    let subject: String?

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        let actual = try token.requiredText("sub")
        guard subject.map(actual.isSame) ?? true else {
            throw IDTokenError(.claimMismatch, claim: "sub", "the token is about another user")
        }
    }
}
