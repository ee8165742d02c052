import CAuth0OpenSSL

/// Comparison of secrets whose duration says nothing about where they differ.
package enum ConstantTime: Sendable {
    /// Compares the bytes; only the lengths can be learned from the duration.
    package static func areEqual(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
        lhs.count == rhs.count && CRYPTO_memcmp(lhs, rhs, lhs.count) == 0
    }

    /// Compares the UTF-8 bytes, never their canonical equivalence.
    package static func areEqual(_ lhs: String, _ rhs: String) -> Bool {
        areEqual(Array(lhs.utf8), Array(rhs.utf8))
    }
}
