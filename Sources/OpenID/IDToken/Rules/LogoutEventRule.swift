import JOSE

/// The rule that the token is not a logout token, which an issuer may send without a dedicated type (`events`).
/// OpenID Connect Back-Channel Logout §2.4, RFC 8725 §3.12.
struct LogoutEventRule: IDTokenRule {
    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard token.claims["events"]?[LogoutToken.event] == nil else {
            throw IDTokenError(
                .claimMismatch, claim: "events", "this is a logout token, not an ID token; do not use it")
        }
    }
}
