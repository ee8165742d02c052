import JOSE

/// The rule that the token was issued to this client (`azp`); a token for several audiences must have the claim.
/// OpenID Connect Core §3.1.3.7 (4), (5).
struct AuthorizedPartyRule: IDTokenRule {
    let clientID: String

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        let isForSeveral = (token.audience ?? []).contains { !$0.isSame(as: clientID) }
        guard let party = isForSeveral ? try token.requiredText("azp") : try token.text("azp") else { return }
        guard party.isSame(as: clientID) else {
            throw IDTokenError(.claimMismatch, claim: "azp", "the token was issued to another client")
        }
    }
}
