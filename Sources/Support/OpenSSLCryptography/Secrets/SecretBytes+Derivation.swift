import CAuth0OpenSSL

extension SecretBytes {
    /// Derives a secret from this one, which has to be hard to guess: HKDF with SHA-256 unless another hash is named.
    ///
    /// - Parameters:
    ///   - count: How many bytes, at most 255 times those of the hash.
    ///   - salt: What makes derivations of one secret differ; not secret.
    ///   - purpose: What the derived secret is for.
    ///   - hash: The hash under HMAC.
    /// - Returns: The derived secret.
    /// - Throws: ``CryptographyError/Code/parameterRefused`` for more bytes than there can be, or for none.
    /// - SeeAlso: [RFC 5869](https://www.rfc-editor.org/rfc/rfc5869)
    package func derived(
        _ count: Int, salt: [UInt8], purpose: [UInt8], hash: HashAlgorithm = .sha256
    ) throws(CryptographyError) -> SecretBytes {
        guard (1...255 * hash.digestCount).contains(count) else { throw CryptographyError(.parameterRefused) }
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
