import ByteEncodings
import OpenSSLCryptography

/// A generator of time-based one-time passwords with steps of 30 seconds.
///
/// - SeeAlso: [RFC 6238](https://www.rfc-editor.org/rfc/rfc6238), with HMAC-SHA-1 as in every authenticator app
struct TOTP {
    private let authenticator: MessageAuthenticator

    /// Creates a generator from a secret in hexadecimal; `nil` for any other text.
    init?(secret: String) {
        guard let bytes = try? Hex.decode(secret),
            let authenticator = try? MessageAuthenticator(key: SecretBytes(bytes), hash: .sha1)
        else { return nil }
        self.authenticator = authenticator
    }

    /// Encodes a hexadecimal secret in Base32, as authenticator apps expect it.
    ///
    /// - SeeAlso: [RFC 4648 §6](https://www.rfc-editor.org/rfc/rfc4648#section-6), without padding
    static func base32(_ secret: String) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (text, pending, bits) = ("", 0, 0)
        for byte in (try? Hex.decode(secret)) ?? [] {
            pending = (pending << 8 | Int(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[pending >> bits & 31])
            }
        }
        return bits == 0 ? text : text + String(letters[pending << (5 - bits) & 31])
    }

    /// The address that an authenticator app reads from a QR code; the secret is in Base32.
    static func address(of user: User, secret: String) -> String {
        "\(address(of: user))?secret=\(secret)&issuer=emulator&algorithm=SHA1&digits=6&period=30"
    }

    /// The address without its parameters.
    static func address(of user: User) -> String {
        "otpauth://totp/emulator:\(PercentEncoding.encode(user.record.email ?? user.id))"
    }

    /// Computes the code at a time in seconds since 1970.
    func code(at seconds: Int) -> String? {
        let counter = UInt64(clamping: seconds / 30)
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(56 - 8 * $0)) }
        guard let mac = try? authenticator.code(for: message), let last = mac.last else { return nil }
        let start = Int(last & 15)
        let number = mac[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Returns the current or an adjacent time step that has this code; `nil` if none has.
    ///
    /// - SeeAlso: [RFC 6238 §5.2](https://www.rfc-editor.org/rfc/rfc6238#section-5.2)
    func step(of code: String, at seconds: Int) -> Int? {
        [-30, 0, 30].map { seconds + $0 }.first { self.code(at: $0) == code }.map { $0 / 30 }
    }
}
