import OpenSSLCryptography
import ByteEncodings

/// Proves that whoever finishes a login is whoever began it: the method S256, and no other.
///
/// Make one per login; a verifier that is used twice can be replayed.
///
/// - SeeAlso: [RFC 7636](https://www.rfc-editor.org/rfc/rfc7636)
public struct PKCE: Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret, which goes to the token endpoint only.
    public let verifier: String
    /// The hash of the verifier, which goes through the browser.
    public let challenge: String

    /// What the challenge is: `S256`.
    public static let method = "S256"

    /// Makes a pair of 32 random bytes.
    ///
    /// - Throws: ``AuthorizationError/Code/outOfResources`` when the machine has no random numbers.
    public init() throws { self = try .generated() }

    /// Makes a pair of 32 random bytes, with a typed error.
    package static func generated() throws(AuthorizationError) -> PKCE { PKCE(checked: try RandomText.make()) }

    private init(checked verifier: String) {
        self.verifier = verifier
        challenge = Self.challenge(of: verifier)
    }

    /// Takes a verifier that was made elsewhere.
    ///
    /// - Parameter verifier: 43 to 128 letters, digits and `-._~`.
    /// - Throws: ``AuthorizationError/Code/requestInvalid`` when it is not that.
    /// - SeeAlso: [RFC 7636 §4.1](https://www.rfc-editor.org/rfc/rfc7636#section-4.1)
    public init(verifier: String) throws {
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(\.isUnreserved) else {
            throw AuthorizationError(.requestInvalid, "a code verifier has 43 to 128 letters, digits and -._~")
        }
        self.init(checked: verifier)
    }

    private static func challenge(of verifier: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
    }

    /// The challenge only.
    public var description: String { "PKCE(challenge: \(challenge))" }
    /// The challenge only.
    public var customMirror: Mirror { Mirror(self, children: ["challenge": challenge]) }
}

/// Texts that nobody can guess: 256 bits, in letters that need no escaping anywhere.
package enum RandomText {
    /// Draws a text of 43 letters.
    package static func make() throws(AuthorizationError) -> String {
        do throws(CryptographyError) {
            return Base64URL.encode(try SecureRandom.bytes(32))
        } catch {
            throw AuthorizationError(.outOfResources, "the machine has no random numbers", cause: error)
        }
    }
}

extension UInt8 {
    /// RFC 3986 §2.3.
    fileprivate var isUnreserved: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(self)
        }
    }
}
