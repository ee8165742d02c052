import JOSE

/// The rule that requires a subject of at most 255 bytes, equal to the expected subject if there is one (`sub`).
/// OpenID Connect Core §2.
struct SubjectRule: IDTokenRule {
    static let maximumBytes = 255

    let subject: String?

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        let actual = try token.requiredText("sub")
        guard actual.utf8.count <= Self.maximumBytes else {
            throw IDTokenError(.claimInvalid, claim: "sub", "the subject must not exceed 255 ASCII characters")
        }
        guard subject.map(actual.isSame) ?? true else {
            throw IDTokenError(.claimMismatch, claim: "sub", "the token is about another user")
        }
    }
}
