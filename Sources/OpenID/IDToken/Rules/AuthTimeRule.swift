import JOSE

/// The rule that requires a login within the maximum age (`auth_time`).
/// OpenID Connect Core §3.1.3.7 (13).
struct AuthTimeRule: IDTokenRule {
    let maxAge: Int?
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let maxAge else { return }
        let time: Int?
        do {
            time = try token.seconds("auth_time")
        } catch {
            throw IDTokenError(
                .claimInvalid, claim: "auth_time", "the claim has to be seconds since 1970", cause: error)
        }
        let loggedIn = try token.required(time, "auth_time")
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
}
