import JOSE
import OpenSSLCryptography

/// The rule that the access token matches `at_hash` and the authorization code matches `c_hash`.
/// OpenID Connect Core §3.1.3.6, §3.1.3.8.
struct HalfHashRule: IDTokenRule {
    let claim: String
    let text: String?
    /// Whether the claim must be present.
    let isRequired: Bool

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let hash = isRequired ? try token.requiredText(claim) : try token.text(claim), let text else { return }
        guard ConstantTime.areEqual(hash, token.signedHeader.algorithm.halfHash(of: text)) else {
            throw IDTokenError(
                .claimMismatch, claim: claim, "a part of the response does not belong to the ID token; do not use it")
        }
    }
}
