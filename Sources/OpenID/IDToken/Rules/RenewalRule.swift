import JOSE

/// The rule that a renewed token has the same subject, issuer and audience as the previous one.
/// OpenID Connect Core §12.2.
struct RenewalRule: IDTokenRule {
    let previous: (any JWT)?

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let previous else { return }
        for name in ["iss", "sub"] where !token[name].string.isSame(as: previous[name].string) {
            throw mismatch(name)
        }
        let (new, old) = (Self.sorted(token.audience), Self.sorted(previous.audience))
        guard new.elementsEqual(old, by: { $0.isSame(as: $1) }) else { throw mismatch("aud") }
        // Both claims are optional in a renewed token; if present, they must be unchanged.
        for name in ["azp", "nonce"] where token[name].string != nil {
            guard token[name].string.isSame(as: previous[name].string) else { throw mismatch(name) }
        }
        guard let time = token["auth_time"].integer, let login = previous["auth_time"].integer else { return }
        // The standard requires the time of the original login; some providers send the time of the user's latest login
        // in any session.
        guard time >= login else { throw mismatch("auth_time") }
    }

    private func mismatch(_ claim: String) -> IDTokenError {
        IDTokenError(.claimMismatch, claim: claim, "the renewed token is not of the same login; keep the old one")
    }

    private static func sorted(_ audience: [String]?) -> [String] {
        (audience ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
