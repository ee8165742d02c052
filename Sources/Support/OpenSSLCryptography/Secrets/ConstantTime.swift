import CAuth0OpenSSL

/// Comparisons whose duration does not depend on the contents.
package enum ConstantTime: Sendable {
    /// Compares bytes in constant time; the duration reveals only the lengths.
    package static func areEqual(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
        lhs.count == rhs.count && CRYPTO_memcmp(lhs, rhs, lhs.count) == 0
    }

    /// Compares the UTF-8 bytes of two strings in constant time; canonical equivalence does not count.
    package static func areEqual(_ lhs: String, _ rhs: String) -> Bool {
        areEqual(Array(lhs.utf8), Array(rhs.utf8))
    }

    /// Compares two secrets in constant time; the duration reveals only the lengths.
    package static func areEqual(_ lhs: SecretBytes, _ rhs: SecretBytes) -> Bool {
        lhs.withUnsafeBytes { left in
            rhs.withUnsafeBytes { right in
                left.count == right.count
                    && (left.isEmpty || CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0)
            }
        }
    }
}

package enum SecureRandom: Sendable {
    /// Returns random bytes from the library's generator, which the kernel seeds.
    package static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBufferPointer { bytes throws(CryptographyError) in
            try fill(UnsafeMutableRawBufferPointer(bytes))
        }
        return bytes
    }

    static func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(CryptographyError) {
        OpenSSLLibrary.start()
        try CryptographyError.check(RAND_bytes(bytes.octets, Int32(clamping: bytes.count)))
    }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros in a way that the compiler does not remove; a copy of the array keeps them.
    package mutating func wipe() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
