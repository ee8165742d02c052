import CAuth0OpenSSL

/// A signature scheme with its parameters (RFC 7518 §3, RFC 8037 §3.1).
package enum SignatureScheme: Sendable, Hashable {
    case rsaPKCS1(HashAlgorithm)
    /// RSASSA-PSS with the same hash for MGF1 and a salt as long as the hash.
    case rsaPSS(HashAlgorithm)
    /// ECDSA with the hash function of the curve; a signature is `r` then `s`, each at full width.
    case ecdsa(EllipticCurve)
    /// EdDSA without context.
    case eddsa(EdwardsCurve)

    func fits(_ components: PublicKeyComponents) -> Bool {
        guard hash != .sha1 else { return false }
        return switch (self, components) {
        case (.rsaPKCS1, .rsa), (.rsaPSS, .rsa): true
        case (.ecdsa(let curve), .ellipticCurve(let other, _, _)): curve == other
        case (.eddsa(let curve), .edwards(let other, _)): curve == other
        default: false
        }
    }

    /// The hash function; `nil` for EdDSA, which includes its own.
    var hash: HashAlgorithm? {
        switch self {
        case .rsaPKCS1(let hash), .rsaPSS(let hash): hash
        case .ecdsa(let curve): curve.hash
        case .eddsa: nil
        }
    }

    typealias Begin = (
        OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, UnsafePointer<CChar>?, OpaquePointer?,
        UnsafePointer<CChar>?, OpaquePointer?, UnsafePointer<OSSL_PARAM>?
    ) -> Int32

    /// Creates a context that each signature operation copies. Each copy is used once: the library need not copy it.
    func template(_ key: OpenSSLHandle, _ begin: Begin) throws(CryptographyError) -> OpenSSLHandle {
        let context = try OpenSSLHandle(owning: EVP_MD_CTX_new(), free: EVP_MD_CTX_free)
        var options: OpaquePointer?
        try CryptographyError.check(begin(context.pointer, &options, hash?.rawValue, nil, nil, key.pointer, nil))
        if case .rsaPSS = self {
            try CryptographyError.check(EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING))
            try CryptographyError.check(EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST))
        }
        EVP_MD_CTX_set_flags(context.pointer, EVP_MD_CTX_FLAG_FINALISE)
        return context
    }
}
