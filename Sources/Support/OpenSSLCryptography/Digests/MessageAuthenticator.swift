import CAuth0OpenSSL

/// A key that creates and verifies HMAC codes.
///
/// - SeeAlso: [RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)
package struct MessageAuthenticator: Sendable {
    private let keyed: OpenSSLHandle
    /// The length of a code in bytes.
    package let codeCount: Int

    /// Creates an authenticator; the key is prepared once, so that each code costs only the hashing.
    ///
    /// - Parameters:
    ///   - key: The secret key.
    ///   - hash: The hash function under HMAC.
    /// - Throws: ``CryptographyError/Code/keyRefused`` if the library refuses the key.
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

    /// Returns the code of `message`.
    ///
    /// - Parameter message: The bytes to authenticate.
    /// - Returns: The code, ``codeCount`` bytes long.
    /// - Throws: ``CryptographyError/Code/operationFailed`` if the library fails.
    package func code(for message: some Collection<UInt8>) throws(CryptographyError) -> [UInt8] {
        let context = try OpenSSLHandle(owning: EVP_MAC_CTX_dup(keyed.pointer), free: EVP_MAC_CTX_free)
        let message = Array(message)
        try CryptographyError.check(EVP_MAC_update(context.pointer, message, message.count))
        var code = [UInt8](repeating: 0, count: codeCount)
        var count = 0
        try CryptographyError.check(EVP_MAC_final(context.pointer, &code, &count, code.count))
        return code
    }

    /// Returns, in constant time, whether `code` belongs to `message`.
    ///
    /// - Parameters:
    ///   - code: The code to verify.
    ///   - message: The authenticated bytes.
    /// - Returns: `true` if the code is valid.
    package func isValid(_ code: [UInt8], for message: some Collection<UInt8>) -> Bool {
        guard let expected = try? self.code(for: message) else { return false }
        return ConstantTime.areEqual(code, expected)
    }
}
