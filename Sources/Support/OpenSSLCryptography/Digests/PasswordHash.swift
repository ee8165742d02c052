import CAuth0OpenSSL

/// A salted and stretched hash of a password, suitable for storage (PBKDF2, RFC 8018 §5.2).
package struct PasswordHash: Sendable {
    private let salt: [UInt8]
    private let iterations: Int
    private let derived: [UInt8]

    /// Hashes `password` with a new random salt. The number of iterations determines the cost of a guess: 600,000 for a
    /// real store, a few for a test. Throws `parameterRefused` for less than 1 or more than 10,000,000 iterations.
    package init(of password: String, iterations: Int) throws(CryptographyError) {
        self.iterations = iterations
        salt = try SecureRandom.bytes(16)
        derived = try Self.derive(Array(password.utf8), salt: salt, iterations: iterations)
    }

    package init(salt: [UInt8], iterations: Int, derived: [UInt8]) {
        (self.salt, self.iterations, self.derived) = (salt, iterations, derived)
    }

    /// The salt, the number of iterations and the derived bytes, for storage.
    package var parts: (salt: [UInt8], iterations: Int, derived: [UInt8]) { (salt, iterations, derived) }

    /// Returns, in constant time, whether `password` is the hashed password.
    package func matches(_ password: String) -> Bool {
        let candidate = try? Self.derive(Array(password.utf8), salt: salt, iterations: iterations)
        return candidate.map { ConstantTime.areEqual($0, derived) } ?? false
    }

    /// Derives bytes from a password with PBKDF2. Throws `parameterRefused` for numbers out of bounds.
    static func derive(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int = 32, hash: HashAlgorithm = .sha256
    ) throws(CryptographyError) -> [UInt8] {
        guard (1...10_000_000).contains(iterations), (1...1024).contains(count) else {
            throw CryptographyError(.parameterRefused)
        }
        OpenSSLLibrary.start()
        var derived = [UInt8](repeating: 0, count: count)
        try CryptographyError.check(
            PKCS5_PBKDF2_HMAC(
                password.map { CChar(bitPattern: $0) }, Int32(clamping: password.count), salt,
                Int32(clamping: salt.count), Int32(clamping: iterations), hash.fetched, Int32(clamping: count),
                &derived))
        return derived
    }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
