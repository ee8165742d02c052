import JOSE

/// The rule that requires the expected issuer (`iss`).
/// OpenID Connect Core §3.1.3.7 (2).
struct IssuerRule: IDTokenRule {
    let issuer: String

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard try token.requiredText("iss").isSame(as: issuer) else {
            throw IDTokenError(
                .claimMismatch, claim: "iss",
                "the token is from another issuer; a slash at the end, the port and case count")
        }
    }
}
