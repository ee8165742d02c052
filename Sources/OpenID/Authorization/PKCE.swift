import ByteEncodings
import OpenSSLCryptography

/// The PKCE code verifier and challenge of one authorization request, with the method `S256`.
///
/// Create a new value for each login; a reused verifier can be replayed.
///
/// - SeeAlso: [RFC 7636](https://www.rfc-editor.org/rfc/rfc7636)
public struct PKCE: Sendable, CustomStringConvertible, CustomReflectable {
    /// The code verifier: a secret, which is sent only to the token endpoint.
    public let verifier: String
    /// The code challenge: the SHA-256 hash of the verifier, which is sent through the browser.
    public let challenge: String

    /// The code challenge method: `S256`.
    public static let method = "S256"

    /// Creates a verifier from 32 random bytes.
    ///
    /// ```swift
    /// let pkce = try PKCE()
    /// print(pkce.verifier.count, PKCE.method)
    /// // prints 43 S256
    /// ```
    ///
    /// - Throws: ``AuthorizationError/Code/outOfResources`` when the system has no random numbers.
    public init() throws { self = try .generated() }

    /// Creates a verifier from 32 random bytes, with a typed error.
    package static func generated() throws(AuthorizationError) -> PKCE { PKCE(checked: try RandomText.make()) }

    private init(checked verifier: String) { (self.verifier, challenge) = (verifier, verifier.sha256) }

    /// Creates the challenge of an existing verifier.
    ///
    /// - Parameter verifier: 43 to 128 letters, digits and `-._~`.
    /// - Throws: ``AuthorizationError/Code/requestInvalid`` when `verifier` has other characters or another length.
    /// - SeeAlso: [RFC 7636 §4.1](https://www.rfc-editor.org/rfc/rfc7636#section-4.1)
    public init(verifier: String) throws {
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(\.isUnreserved) else {
            throw AuthorizationError(.requestInvalid, "a code verifier has 43 to 128 letters, digits and -._~")
        }
        self.init(checked: verifier)
    }

    /// Only the challenge; the verifier is a secret.
    public var description: String { "PKCE(challenge: \(challenge))" }
    /// Only the challenge; the verifier is a secret.
    public var customMirror: Mirror { Mirror(self, children: ["challenge": challenge]) }
}

/// Unguessable strings: 256 random bits in characters that need no escaping in URLs.
package enum RandomText {
    /// The length of 128 random bits in base64url.
    private static let minimumLength = 22

    /// Returns the string of a caller, with a random suffix if it has fewer than 22 characters.
    package static func unguessable(_ text: String) throws(AuthorizationError) -> String {
        text.utf8.count < minimumLength ? "\(text).\(try make())" : text
    }

    /// Requires that a string has 22 characters or more, so that it can be unguessable.
    package static func checked(_ text: String, named name: String) throws(AuthorizationError) -> String {
        guard text.utf8.count >= minimumLength else {
            throw AuthorizationError(
                .requestInvalid,
                "the \(name) must have at least \(minimumLength) characters: 128 random bits in base64url")
        }
        return text
    }

    /// Returns a random string of 43 characters.
    package static func make() throws(AuthorizationError) -> String {
        do throws(CryptographyError) {
            return Base64URL.encode(try SecureRandom.bytes(32))
        } catch {
            throw AuthorizationError(.outOfResources, "the machine has no random numbers", cause: error)
        }
    }
}

extension String {
    /// The SHA-256 hash of the UTF-8 bytes, in base64url.
    var sha256: String { Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(utf8))) }
}
