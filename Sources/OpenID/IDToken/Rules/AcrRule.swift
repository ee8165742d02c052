import JOSE

/// The rule that requires an authentication context class that the client accepts (`acr`).
/// OpenID Connect Core §3.1.3.7 (12).
struct AcrRule: IDTokenRule {
    /// The accepted classes; empty accepts any login.
    let accepted: [String]

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard !accepted.isEmpty else { return }
        let reached = try token.requiredText("acr")
        guard accepted.contains(where: reached.isSame) else {
            throw IDTokenError(.claimMismatch, claim: "acr", "the login was not strong enough; ask for a second factor")
        }
    }
}
