import JOSE

/// The rule that the start of validity, if there is one, has passed (`nbf`).
/// RFC 7519 §4.1.5.
struct NotBeforeRule: IDTokenRule {
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let activation = token.activation, activation - leeway > now else { return }
        throw IDTokenError(.notYetValid, claim: "nbf", "the token is not valid yet; set the clock of this machine")
    }
}
