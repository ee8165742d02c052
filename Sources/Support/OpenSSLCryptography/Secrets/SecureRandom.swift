import CAuth0OpenSSL

/// A source of unpredictable bytes.
package enum SecureRandom: Sendable {
    /// Returns random bytes from the library's generator, which the kernel seeds.
    ///
    /// - Parameter count: The number of bytes.
    /// - Returns: The random bytes.
    /// - Throws: ``CryptographyError/Code/operationFailed`` if the generator cannot be seeded.
    package static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try CryptographyError.check(RAND_bytes(&bytes, Int32(clamping: count)))
        return bytes
    }
}
