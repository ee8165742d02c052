import CAuth0OpenSSL

/// Comparisons whose duration does not depend on the contents.
package enum ConstantTime: Sendable {
    /// Compares bytes in constant time; the duration reveals only the lengths.
    ///
    /// - Parameters:
    ///   - lhs: The first bytes.
    ///   - rhs: The second bytes.
    /// - Returns: `true` if the bytes are equal.
    package static func areEqual(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
        lhs.count == rhs.count && CRYPTO_memcmp(lhs, rhs, lhs.count) == 0
    }

    /// Compares the UTF-8 bytes of two strings in constant time; the duration reveals only the lengths.
    ///
    /// - Parameters:
    ///   - lhs: The first string.
    ///   - rhs: The second string.
    /// - Returns: `true` if the bytes are equal; canonical equivalence does not count.
    package static func areEqual(_ lhs: String, _ rhs: String) -> Bool {
        areEqual(Array(lhs.utf8), Array(rhs.utf8))
    }

    /// Compares two secrets. The time depends on their lengths only.
    ///
    /// - Parameters:
    ///   - lhs: The first secret.
    ///   - rhs: The second secret.
    /// - Returns: `true` if the bytes are equal.
    package static func areEqual(_ lhs: SecretBytes, _ rhs: SecretBytes) -> Bool {
        lhs.withUnsafeBytes { left in
            rhs.withUnsafeBytes { right in
                left.count == right.count
                    && (left.isEmpty || CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0)
            }
        }
    }
}
