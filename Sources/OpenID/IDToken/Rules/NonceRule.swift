import JOSE
import OpenSSLCryptography

/// The rule that requires the nonce of the authorization request, if it had one (`nonce`).
/// OpenID Connect Core §3.1.3.7 (11).
struct NonceRule: IDTokenRule {
    let nonce: String?

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let nonce else { return }
        guard ConstantTime.areEqual(try token.requiredText("nonce"), nonce) else {
            throw IDTokenError(.claimMismatch, claim: "nonce", "the token belongs to another login; begin again")
        }
    }
}
