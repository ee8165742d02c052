import OpenSSLCryptography
import JOSE

/// What came with the token belongs to it: `at_hash` is of the access token, `c_hash` of the code.
///
/// - SeeAlso: [OpenID Connect Core §3.1.3.6](https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken),
///   [§3.1.3.8](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowTokenValidation)
struct HalfHashRule: IDTokenRule {
    let claim: String
    let text: String?
    /// Whether the claim has to be there.
    let isRequired: Bool

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let hash = isRequired ? try token.requiredText(claim) : try token.text(claim), let text else { return }
        guard ConstantTime.areEqual(hash, token.signedHeader.algorithm.halfHash(of: text)) else {
            throw IDTokenError(
                .claimMismatch, claim: claim, "what came with the ID token was put there by somebody else")
        }
    }
}
