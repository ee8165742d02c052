import JOSE

/// The rule that requires a login within the maximum age (`auth_time`).
///
/// - SeeAlso: [OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation)
///   (13)
struct AuthTimeRule: IDTokenRule {
    let maxAge: Int?
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let maxAge else { return }
        let loggedIn = try token.required(try time(token), "auth_time")
        guard loggedIn - leeway <= now else {
            throw IDTokenError(
                .notYetValid, claim: "auth_time", "the login is in the future; set the clock of this machine")
        }
        // Both are seconds since 1970 within a known range, so the difference cannot overflow; a sum with `maxAge`
        // could.
        guard now - loggedIn - leeway <= maxAge else {
            throw IDTokenError(.loginTooOld, claim: "auth_time", "ask the user to log in again")
        }
    }

    /// Returns the second of the login.
    private func time(_ token: VerifiedJWT) throws(IDTokenError) -> Int? {
        do {
            return try token.seconds("auth_time")
        } catch {
            throw IDTokenError(
                .claimInvalid, claim: "auth_time", "the claim has to be seconds since 1970", cause: error)
        }
    }
}
