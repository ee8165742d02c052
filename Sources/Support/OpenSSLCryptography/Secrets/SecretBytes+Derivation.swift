import CAuth0OpenSSL

extension SecretBytes {
    /// Derives a secret, at most 255 times as long as the hash, from this one, which must be hard to guess, with HKDF
    /// (RFC 5869); `purpose` is its `info`. Throws `parameterRefused` for another length.
    package func derived(
        _ count: Int, salt: [UInt8], purpose: [UInt8], hash: HashAlgorithm = .sha256
    ) throws(CryptographyError) -> SecretBytes {
        guard (1...255 * hash.digestCount).contains(count) else { throw CryptographyError(.parameterRefused) }
        OpenSSLLibrary.start()
        return try SecretBytes(count: count) { output throws(CryptographyError) in
            let result = withUnsafeBytes { secret in
                shim_hkdf(
                    hash.rawValue, secret.octets, secret.count, salt, salt.count, purpose, purpose.count,
                    output.octets, count)
            }
            try CryptographyError.check(result)
        }
    }

    /// Derives a key of 32 bytes from this secret, a passphrase, with scrypt; blocks for the duration that `cost` sets
    /// (RFC 7914). Throws `operationFailed` if there is not enough memory.
    package func stretched(salt: [UInt8], cost: ScryptCost) throws(CryptographyError) -> SecretBytes {
        OpenSSLLibrary.start()
        return try SecretBytes(count: 32) { output throws(CryptographyError) in
            let result = withUnsafeBytes { passphrase in
                // The library's own limit must also allow some working memory in addition to the table.
                EVP_PBE_scrypt(
                    passphrase.assumingMemoryBound(to: CChar.self).baseAddress, passphrase.count, salt, salt.count,
                    1 << UInt64(cost.exponent), UInt64(cost.blockSize), UInt64(cost.passes), 300_000_000,
                    output.octets, output.count)
            }
            try CryptographyError.check(result)
        }
    }
}

/// The cost of deriving a key from a passphrase with scrypt (RFC 7914 §2).
package struct ScryptCost: Sendable, Equatable {
    /// The binary logarithm of the number of iterations, *N*.
    package let exponent: UInt8
    /// The block size, *r*.
    package let blockSize: UInt8
    /// The number of independent passes, *p*.
    package let passes: UInt8

    /// *N* = 2¹⁷, *r* = 8, *p* = 1: 128 MiB.
    package static let standard = ScryptCost(unchecked: 17, 8, 1)
    /// *N* = 2¹⁴, *r* = 8, *p* = 1: 16 MiB, the minimum that is accepted.
    package static let minimum = ScryptCost(unchecked: 14, 8, 1)

    private init(unchecked exponent: UInt8, _ blockSize: UInt8, _ passes: UInt8) {
        (self.exponent, self.blockSize, self.passes) = (exponent, blockSize, passes)
    }

    /// Creates a cost whose numbers may come from an attacker, before anything is derived.
    ///
    /// - Parameters:
    ///   - exponent: 14 to 18.
    ///   - blockSize: 8 to 16; the memory, 128 · 2^`exponent` · `blockSize` bytes, is at most 256 MiB.
    ///   - passes: 1 to 4.
    /// - Throws: ``CryptographyError/Code/parameterRefused`` for numbers out of these bounds.
    package init(exponent: UInt8, blockSize: UInt8, passes: UInt8) throws(CryptographyError) {
        guard (14...18).contains(exponent), (8...16).contains(blockSize), (1...4).contains(passes),
            (128 << Int(exponent)) * Int(blockSize) <= Self.maximumMemory
        else { throw CryptographyError(.parameterRefused) }
        self.init(unchecked: exponent, blockSize, passes)
    }

    private static let maximumMemory = 268_435_456
}
