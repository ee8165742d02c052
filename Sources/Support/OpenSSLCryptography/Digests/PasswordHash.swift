import CAuth0OpenSSL

/// A salted and stretched hash of a password, suitable for storage.
///
/// - SeeAlso: [RFC 8018 §5.2](https://www.rfc-editor.org/rfc/rfc8018#section-5.2) (PBKDF2)
package struct PasswordHash: Sendable {
    private let salt: [UInt8]
    private let iterations: Int
    private let derived: [UInt8]

    /// Hashes `password` with a new random salt.
    ///
    /// - Parameters:
    ///   - password: The password, as UTF-8.
    ///   - iterations: The number of iterations, which determines the cost of a guess: 600,000 for a real store, a few
    ///     for a test.
    /// - Throws: ``CryptographyError/Code/parameterRefused`` for less than 1 or more than 10,000,000 iterations.
    package init(of password: String, iterations: Int) throws(CryptographyError) {
        self.iterations = iterations
        salt = try SecureRandom.bytes(16)
        derived = try Self.derive(password, salt: salt, iterations: iterations)
    }

    /// Creates a hash that was computed earlier.
    ///
    /// - Parameters:
    ///   - salt: The salt.
    ///   - iterations: The number of iterations.
    ///   - derived: The derived bytes.
    package init(salt: [UInt8], iterations: Int, derived: [UInt8]) {
        (self.salt, self.iterations, self.derived) = (salt, iterations, derived)
    }

    /// The salt, the number of iterations and the derived bytes, for storage.
    package var parts: (salt: [UInt8], iterations: Int, derived: [UInt8]) { (salt, iterations, derived) }

    /// Returns, in constant time, whether `password` is the hashed password.
    ///
    /// - Parameter password: The password to verify, as UTF-8.
    /// - Returns: `true` if the passwords are equal.
    package func matches(_ password: String) -> Bool {
        guard let candidate = try? Self.derive(password, salt: salt, iterations: iterations) else { return false }
        return ConstantTime.areEqual(candidate, derived)
    }

    /// Derives `count` bytes from a password with PBKDF2.
    ///
    /// - Parameters:
    ///   - password: The password, as UTF-8.
    ///   - salt: The salt, which makes the results for equal passwords differ.
    ///   - iterations: The number of iterations, at least 1.
    ///   - count: The number of derived bytes.
    ///   - hash: The hash function under HMAC.
    /// - Returns: The derived bytes.
    /// - Throws: ``CryptographyError/Code/parameterRefused`` for numbers out of bounds.
    static func derive(
        _ password: String, salt: [UInt8], iterations: Int, count: Int = 32, hash: HashAlgorithm = .sha256
    ) throws(CryptographyError) -> [UInt8] {
        let password = Array(password.utf8).map { CChar(bitPattern: $0) }
        return try derive(password, salt: salt, iterations: iterations, count: count, hash: hash)
    }

    static func derive(
        _ password: [CChar], salt: [UInt8], iterations: Int, count: Int, hash: HashAlgorithm
    ) throws(CryptographyError) -> [UInt8] {
        guard (1...10_000_000).contains(iterations), (1...1024).contains(count) else {
            throw CryptographyError(.parameterRefused)
        }
        OpenSSLLibrary.start()
        var derived = [UInt8](repeating: 0, count: count)
        try CryptographyError.check(
            PKCS5_PBKDF2_HMAC(
                password, Int32(clamping: password.count), salt, Int32(clamping: salt.count),
                Int32(clamping: iterations), hash.fetched, Int32(clamping: count), &derived))
        return derived
    }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    /// A constant text that does not reveal the hash.
    package var description: String { "<redacted>" }
    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
