import CAuth0OpenSSL

/// A key that creates signatures in one scheme, from any thread.
package struct SignatureSigner: Sendable {
    private let scheme: SignatureScheme
    private let template: OpenSSLHandle
    private let maximumCount: Int

    /// Creates a signer. Throws `schemeMismatch` if the scheme does not match the type or curve of the key.
    package init(_ key: PrivateKey, _ scheme: SignatureScheme) throws(CryptographyError) {
        guard scheme.fits(key.publicKey.components) else { throw CryptographyError(.schemeMismatch) }
        self.scheme = scheme
        template = try scheme.template(key.handle, EVP_DigestSignInit_ex)
        maximumCount = Int(EVP_PKEY_get_size(key.handle.pointer))
    }

    /// Signs `message`: for ECDSA `r` then `s`, each at full width; otherwise the format of the scheme.
    package func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let signature = try derSignature(for: message)
        guard case .ecdsa(let curve) = scheme else { return signature }
        guard let fixed = ECDSASignature.fixedWidth(der: signature, curve) else {
            throw CryptographyError(.operationFailed)
        }
        return fixed
    }

    /// Signs `message`, with an ECDSA signature in DER, as X.509 and WebAuthn require.
    package func derSignature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let context = try OpenSSLHandle(owning: EVP_MD_CTX_new(), free: EVP_MD_CTX_free)
        try CryptographyError.check(EVP_MD_CTX_copy_ex(context.pointer, template.pointer))
        var count = maximumCount
        var signature = [UInt8](repeating: 0, count: count)
        try CryptographyError.check(EVP_DigestSign(context.pointer, &signature, &count, message, message.count))
        signature.removeLast(signature.count - count)
        return signature
    }
}
