import ByteEncodings

/// A token that a client exchanges: the token of a subject or of an actor.
///
/// - SeeAlso: [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
public struct SecurityToken: Sendable, Hashable {
    /// The token; a secret.
    public let value: String
    /// The type of the token.
    public let type: TokenTypeIdentifier

    /// Creates a token of any type: the memberwise initializer, whose parameters are the same as the properties.
    public init(_ value: String, type: TokenTypeIdentifier) { (self.value, self.type) = (value, type) }

    /// Returns an access token of the provider.
    ///
    /// - Parameter value: The token.
    /// - Returns: The token with its type.
    public static func accessToken(_ value: String) -> SecurityToken { SecurityToken(value, type: .accessToken) }

    /// Returns an ID token; see ``accessToken(_:)``, whose parameters are the same.
    public static func idToken(_ value: String) -> SecurityToken { SecurityToken(value, type: .idToken) }

    /// Returns a JSON Web Token; see ``accessToken(_:)``, whose parameters are the same.
    public static func jwt(_ value: String) -> SecurityToken { SecurityToken(value, type: .jwt) }
}

extension SecurityToken: _Redacted {
    /// A mirror of only the type.
    public var customMirror: Mirror { Mirror(self, children: ["type": type.rawValue]) }
}
