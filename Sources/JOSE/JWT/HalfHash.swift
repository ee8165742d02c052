import ByteEncodings
import OpenSSLCryptography

extension SignatureAlgorithm {
    /// Returns the value of `at_hash`, `c_hash` or `s_hash` for a text in an ID token signed with this algorithm.
    ///
    /// - Parameter text: The access token, the authorization code or the state.
    /// - Returns: The left half of the hash, in base64url.
    /// - SeeAlso: [OpenID Connect Core §3.1.3.6](https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken)
    package func halfHash(of text: String) -> String {
        let digest = hash.digest(of: Array(text.utf8))
        return Base64URL.encode(digest.prefix(digest.count / 2))
    }

    /// The hash function that the algorithm names; for EdDSA SHA-512, which Ed25519 uses internally.
    private var hash: HashAlgorithm {
        switch name {
        case .rs256, .ps256, .es256, .hs256: .sha256
        case .rs384, .ps384, .es384, .hs384: .sha384
        case .rs512, .ps512, .es512, .hs512, .edDSA, .ed25519: .sha512
        }
    }
}
