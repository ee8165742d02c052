import JOSE

/// The rule that requires a time of issue that is not in the future (`iat`).
/// OpenID Connect Core §3.1.3.7 (10).
struct IssuedAtRule: IDTokenRule {
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard try token.required(token.issuance, "iat") - leeway <= now else {
            throw IDTokenError(
                .notYetValid, claim: "iat", "the token was issued in the future; set the clock of this machine")
        }
    }
}
