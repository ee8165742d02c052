import CAuth0OpenSSL

/// Bytes that nobody can foretell.
package enum SecureRandom: Sendable {
    /// Draws `count` bytes from the library's generator, which the kernel seeds.
    ///
    /// - Throws: ``CryptographyError/Code/operationFailed`` when the generator cannot be seeded.
    package static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try CryptographyError.check(RAND_bytes(&bytes, Int32(clamping: count)))
        return bytes
    }
}
