import JOSE

/// The rule that the audience contains the client, and otherwise only audiences that the client trusts (`aud`).
/// OpenID Connect Core §3.1.3.7 (3).
struct AudienceRule: IDTokenRule {
    let clientID: String
    /// `nil` for a token of another kind, for which a program cannot name any.
    let trusted: [String]?

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        let audience = try token.required(token.audience.flatMap { $0.isEmpty ? nil : $0 }, "aud")
        guard audience.contains(where: clientID.isSame) else {
            throw IDTokenError(.claimMismatch, claim: "aud", "the token is for another client")
        }
        let known = [clientID] + (trusted ?? [])
        guard audience.allSatisfy({ known.contains(where: $0.isSame) }) else {
            let remedy =
                ": name those that you trust, with trustedAudiences(_:) of a login or withTrustedAudiences(_:) of a request"
            throw IDTokenError(
                .claimMismatch, claim: "aud", "the token is for further audiences" + (trusted == nil ? "" : remedy))
        }
    }
}
