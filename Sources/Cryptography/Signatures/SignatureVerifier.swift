import COpenSSL

/// Checks signatures of one key in one scheme, from any thread.
///
/// The key is prepared once; each check copies the prepared context, which is what lets two threads verify at once.
public struct SignatureVerifier: Sendable {
    private let scheme: SignatureScheme
    private let template: OpenSSLHandle

    /// Binds `key` to `scheme`.
    ///
    /// - Throws: ``CryptographyError/Code/schemeMismatch`` when the key is of another kind or curve.
    public init(_ key: PublicKey, _ scheme: SignatureScheme) throws(CryptographyError) {
        guard scheme.fits(key.components) else { throw CryptographyError(.schemeMismatch) }
        self.scheme = scheme
        template = try scheme.template(key.handle, EVP_DigestVerifyInit_ex)
    }

    /// Tells whether `signature` is this key's for `message`.
    ///
    /// - Returns: `false` for a signature of another length, with numbers out of range, or simply wrong.
    public func isValid(_ signature: [UInt8], for message: some Collection<UInt8>) -> Bool {
        var signature = signature
        switch scheme {
        case .ecdsa(let curve):
            guard let der = ECDSASignature.der(fixedWidth: signature, curve) else { return false }
            signature = der
        case .eddsa(let curve): guard signature.count == curve.signatureCount else { return false }
        case .rsaPKCS1, .rsaPSS: break
        }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_MD_CTX_copy_ex(context, template.pointer) == 1 else { return false }
        let verify = { (message: UnsafeBufferPointer<UInt8>) in
            EVP_DigestVerify(context, signature, signature.count, message.baseAddress, message.count)
        }
        let result =
            message.withContiguousStorageIfAvailable(verify) ?? Array(message).withUnsafeBufferPointer(verify)
        if result != 1 { ERR_clear_error() }
        return result == 1
    }
}
