import CAuth0OpenSSL

extension SecretBytes {
    /// Derives a secret from this one, which must be hard to guess, with HKDF.
    ///
    /// - Parameters:
    ///   - count: The number of derived bytes, at most 255 times the length of the hash.
    ///   - salt: The salt, which makes several derivations from one secret differ; not secret.
    ///   - purpose: The purpose of the derived secret (`info` of the RFC).
    ///   - hash: The hash function under HMAC; SHA-256 by default.
    /// - Returns: The derived secret.
    /// - Throws: ``CryptographyError/Code/parameterRefused`` for no bytes or more than the maximum.
    /// - SeeAlso: [RFC 5869](https://www.rfc-editor.org/rfc/rfc5869)
    package func derived(
        _ count: Int, salt: [UInt8], purpose: [UInt8], hash: HashAlgorithm = .sha256
    ) throws(CryptographyError) -> SecretBytes {
        guard (1...255 * hash.digestCount).contains(count) else { throw CryptographyError(.parameterRefused) }
        OpenSSLLibrary.start()
        return try SecretBytes(count: count) { output throws(CryptographyError) in
            let output = output.assumingMemoryBound(to: UInt8.self).baseAddress
            let result = withUnsafeBytes { secret in
                shim_hkdf(
                    hash.name, secret.assumingMemoryBound(to: UInt8.self).baseAddress, secret.count, salt, salt.count,
                    purpose, purpose.count, output, count)
            }
            try CryptographyError.check(result)
        }
    }
}
