import JOSE

/// The rule that the token has not expired (`exp`), is valid already (`nbf`, which is optional), and was not issued in
/// the future (`iat`).
/// OpenID Connect Core §3.1.3.7 (9), (10), RFC 7519 §4.1.5.
struct TimeRule: IDTokenRule {
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        try checkExpiry(token, at: now)
        if let activation = token.activation, activation - leeway > now {
            throw IDTokenError(.notYetValid, claim: "nbf", "the token is not valid yet; set the clock of this machine")
        }
        guard try token.required(token.issuance, "iat") - leeway <= now else {
            throw IDTokenError(
                .notYetValid, claim: "iat", "the token was issued in the future; set the clock of this machine")
        }
    }

    func checkExpiry(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard try token.required(token.expiry, "exp") + leeway > now else {
            throw IDTokenError(
                .expired, claim: "exp", "renew the credentials or log in again; if it is new, a clock is wrong")
        }
    }
}
