import CAuth0OpenSSL

/// A key, prepared once, that verifies signatures in one scheme, concurrently from any thread.
package struct SignatureVerifier: Sendable {
    private enum Method {
        /// Verification of the message's hash.
        case hashed(VerificationContexts, EllipticCurve?)
        /// Verification of the message itself, which the scheme hashes internally.
        case whole(OpenSSLHandle, EdwardsCurve)
    }

    private let method: Method

    /// Creates a verifier. Throws `schemeMismatch` if the scheme does not match the type or curve of the key.
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

    /// Returns whether `signature` is valid for `message`; for ECDSA `r` then `s`, each at full width, or with `isDER`
    /// in DER, of which the library accepts no other encoding.
    package func isValid(
        _ signature: some Collection<UInt8>, for message: some Collection<UInt8>, isDER: Bool = false
    ) -> Bool {
        let result = signature.withBytes { signature in message.withBytes { holds(signature, $0, isDER: isDER) } }
        if !result { ERR_clear_error() }
        return result
    }

    private func holds(
        _ signature: UnsafeBufferPointer<UInt8>, _ message: UnsafeBufferPointer<UInt8>, isDER: Bool
    ) -> Bool {
        switch method {
        case .hashed(let contexts, let curve?) where !isDER:
            return ECDSASignature.withDER(fixedWidth: signature, curve) { contexts.isValid($0, for: message) } ?? false
        case .hashed(let contexts, _):
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
