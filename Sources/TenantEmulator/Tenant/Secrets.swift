import ByteEncodings
import OpenSSLCryptography

/// Generates random text for identifiers, codes and tokens.
enum Secrets {
    static func bytes(_ count: Int) -> [UInt8] {
        do {
            return try SecureRandom.bytes(count)
        } catch { preconditionFailure("no randomness: \(error)") }
    }

    static func hex(_ count: Int) -> String { Hex.encode(bytes(count)) }

    static func token(_ count: Int = 32) -> String { Base64URL.encode(bytes(count)) }

    /// Returns uniformly distributed decimal digits.
    static func digits(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) })
    }
}
