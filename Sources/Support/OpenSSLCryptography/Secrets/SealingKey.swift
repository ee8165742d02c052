import CAuth0OpenSSL

/// A key that encrypts and authenticates bytes: AES in Galois/Counter mode (NIST SP 800-38D, RFC 5116 §5).
package struct SealingKey: Sendable {
    /// The length of a nonce in bytes.
    package static let nonceCount = 12
    /// The difference in length between sealed and plain text in bytes.
    package static let overhead = 16

    private let key: SecretBytes

    /// Creates a sealing key from an AES key of 16, 24 or 32 bytes. Throws `parameterRefused` for any other length.
    package init(_ key: SecretBytes) throws(CryptographyError) {
        guard [16, 24, 32].contains(key.count) else { throw CryptographyError(.parameterRefused) }
        self.key = key
    }

    /// Encrypts and authenticates `secret`, and authenticates `context`. Returns the sealed text, followed by its tag.
    ///
    /// Using the 12 bytes of the nonce twice with this key reveals both texts.
    ///
    /// - Throws: ``CryptographyError/Code/parameterRefused`` for a nonce of another length.
    package func seal(
        _ secret: SecretBytes, nonce: [UInt8], context: [UInt8] = []
    ) throws(CryptographyError) -> [UInt8] {
        let cipher = try cipher(EVP_EncryptInit_ex, nonce)
        var count = Int32(0)
        try CryptographyError.check(
            EVP_EncryptUpdate(cipher.pointer, nil, &count, context, Int32(clamping: context.count)))
        var sealed = [UInt8](repeating: 0, count: secret.count + Self.overhead)
        try sealed.withUnsafeMutableBufferPointer { sealed throws(CryptographyError) in
            let result = secret.withUnsafeBytes { secret in
                EVP_EncryptUpdate(
                    cipher.pointer, sealed.baseAddress, &count, secret.octets, Int32(clamping: secret.count))
            }
            try CryptographyError.check(result)
            let end = sealed.baseAddress?.advanced(by: Int(count))
            try CryptographyError.check(EVP_EncryptFinal_ex(cipher.pointer, end, &count))
            try CryptographyError.check(
                EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(Self.overhead), end))
        }
        return sealed
    }

    /// Decrypts the result of ``seal(_:nonce:context:)``. Throws `notAuthentic` if text, tag, nonce, context or key
    /// differ from those of the sealing; `parameterRefused` for a nonce of another length.
    package func open(
        _ sealed: some Collection<UInt8>, nonce: [UInt8], context: [UInt8] = []
    ) throws(CryptographyError) -> SecretBytes {
        let sealed = Array(sealed)
        let textCount = sealed.count - Self.overhead
        guard textCount >= 0 else { throw CryptographyError(.notAuthentic) }
        let cipher = try cipher(EVP_DecryptInit_ex, nonce)
        var tag = Array(sealed[textCount...])
        try CryptographyError.check(
            EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(Self.overhead), &tag))
        var count = Int32(0)
        try CryptographyError.check(
            EVP_DecryptUpdate(cipher.pointer, nil, &count, context, Int32(clamping: context.count)))
        return try SecretBytes(count: textCount) { secret throws(CryptographyError) in
            try CryptographyError.check(
                EVP_DecryptUpdate(cipher.pointer, secret.octets, &count, sealed, Int32(clamping: textCount)))
            try CryptographyError.check(
                EVP_DecryptFinal_ex(cipher.pointer, secret.octets?.advanced(by: Int(count)), &count), .notAuthentic)
        }
    }

    private typealias Begin = (
        OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?
    ) -> Int32

    private func cipher(_ begin: Begin, _ nonce: [UInt8]) throws(CryptographyError) -> OpenSSLHandle {
        guard nonce.count == Self.nonceCount else { throw CryptographyError(.parameterRefused) }
        let context = try OpenSSLHandle(owning: EVP_CIPHER_CTX_new(), free: EVP_CIPHER_CTX_free)
        let algorithm = [16: EVP_aes_128_gcm(), 24: EVP_aes_192_gcm()][key.count] ?? EVP_aes_256_gcm()
        try CryptographyError.check(
            key.withUnsafeBytes { key in begin(context.pointer, algorithm, nil, key.octets, nonce) })
        return context
    }
}
