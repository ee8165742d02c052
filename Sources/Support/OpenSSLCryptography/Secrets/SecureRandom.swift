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
        try bytes.withUnsafeMutableBufferPointer { bytes throws(CryptographyError) in
            try fill(UnsafeMutableRawBufferPointer(bytes))
        }
        return bytes
    }

    /// Writes random bytes.
    ///
    /// - Parameter bytes: The buffer to fill.
    /// - Throws: ``CryptographyError/Code/operationFailed`` if the generator cannot be seeded.
    static func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(CryptographyError) {
        OpenSSLLibrary.start()
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        try CryptographyError.check(RAND_bytes(start, Int32(clamping: bytes.count)))
    }
}
