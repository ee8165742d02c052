import JOSE

/// The rule that the token has not expired (`exp`).
/// OpenID Connect Core §3.1.3.7 (9).
struct ExpiryRule: IDTokenRule {
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard try token.required(token.expiry, "exp") + leeway > now else {
            throw IDTokenError(
                .expired, claim: "exp", "renew the credentials or log in again; if it is new, a clock is wrong")
        }
    }
}
