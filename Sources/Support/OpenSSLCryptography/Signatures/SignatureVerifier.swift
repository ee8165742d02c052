import CAuth0OpenSSL

/// Checks signatures of one key in one scheme, from any thread.
///
/// The key is prepared once, which is what lets two threads verify at once.
package struct SignatureVerifier: Sendable {
    private enum Method {
        /// The message is hashed first.
        case hashed(VerificationContexts, EllipticCurve?)
        /// The scheme hashes by itself.
        case whole(OpenSSLHandle, EdwardsCurve)
    }

    private let method: Method

    /// Binds `key` to `scheme`.
    ///
    /// - Throws: ``CryptographyError/Code/schemeMismatch`` when the key is of another kind or curve.
    package init(_ key: PublicKey, _ scheme: SignatureScheme) throws(CryptographyError) {
        guard scheme.fits(key.components) else { throw CryptographyError(.schemeMismatch) }
        switch scheme {
        case .rsaPKCS1(let hash):
            method = .hashed(try VerificationContexts(key.handle, hash: hash, isPSS: false), nil)
        case .rsaPSS(let hash):
            method = .hashed(try VerificationContexts(key.handle, hash: hash, isPSS: true), nil)
        case .ecdsa(let curve):
            method = .hashed(try VerificationContexts(key.handle, hash: curve.hash, isPSS: false), curve)
        case .eddsa(let curve):
            method = .whole(try scheme.template(key.handle, EVP_DigestVerifyInit_ex), curve)
        }
    }

    /// Tells whether `signature` is this key's for `message`.
    ///
    /// - Returns: `false` for a signature of another length, with numbers out of range, or simply wrong.
    package func isValid(_ signature: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        let result = signature.withBytes { signature in message.withBytes { holds(signature, $0) } }
        if !result { ERR_clear_error() }
        return result
    }

    private func holds(_ signature: UnsafeBufferPointer<UInt8>, _ message: UnsafeBufferPointer<UInt8>) -> Bool {
        switch method {
        case .hashed(let contexts, let curve?):
            return ECDSASignature.withDER(fixedWidth: signature, curve) { contexts.isValid($0, for: message) } ?? false
        case .hashed(let contexts, nil):
            return contexts.isValid(signature, for: message)
        case .whole(let template, let curve):
            guard signature.count == curve.signatureCount, let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_MD_CTX_copy_ex(context, template.pointer) == 1 else { return false }
            return EVP_DigestVerify(
                context, signature.baseAddress, signature.count, message.baseAddress, message.count) == 1
        }
    }
}

extension Collection where Element == UInt8 {
    /// Lends the bytes, copied only when they lie scattered.
    fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}
