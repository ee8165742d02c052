import CAuth0OpenSSL

/// Makes and checks HMAC codes with one key.
///
/// - SeeAlso: [RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)
package struct MessageAuthenticator: Sendable {
    private let keyed: OpenSSLHandle
    /// How many bytes a code has.
    package let codeCount: Int

    /// Prepares the key once, so that each code costs only the hashing.
    ///
    /// - Throws: ``CryptographyError/Code/keyRefused`` when the library refuses the key.
    package init(key: SecretBytes, hash: HashAlgorithm) throws(CryptographyError) {
        let mac = try OpenSSLHandle(owning: EVP_MAC_fetch(nil, "HMAC", nil), free: EVP_MAC_free)
        let context = try OpenSSLHandle(owning: EVP_MAC_CTX_new(mac.pointer), free: EVP_MAC_CTX_free)
        let result = key.withUnsafeBytes { key in
            shim_hmac_init(
                context.pointer, key.assumingMemoryBound(to: UInt8.self).baseAddress, key.count, hash.name)
        }
        try CryptographyError.check(result, .keyRefused)
        keyed = context
        codeCount = hash.digestCount
    }

    /// Computes the code of `message`.
    ///
    /// - Throws: ``CryptographyError/Code/operationFailed`` when the library fails.
    package func code(for message: some Collection<UInt8>) throws(CryptographyError) -> [UInt8] {
        let context = try OpenSSLHandle(owning: EVP_MAC_CTX_dup(keyed.pointer), free: EVP_MAC_CTX_free)
        let message = Array(message)
        try CryptographyError.check(EVP_MAC_update(context.pointer, message, message.count))
        var code = [UInt8](repeating: 0, count: codeCount)
        var count = 0
        try CryptographyError.check(EVP_MAC_final(context.pointer, &code, &count, code.count))
        return code
    }

    /// Tells in constant time whether `code` belongs to `message`.
    package func isValid(_ code: [UInt8], for message: some Collection<UInt8>) -> Bool {
        guard let expected = try? self.code(for: message) else { return false }
        return ConstantTime.areEqual(code, expected)
    }
}
