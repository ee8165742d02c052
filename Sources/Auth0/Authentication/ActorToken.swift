import ByteEncodings
import OpenID

/// The token of the party that acts on behalf of the user in a token exchange.
///
/// - SeeAlso: [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
public struct ActorToken: Sendable, Hashable {
    /// The token, the parameter `actor_token`. It is a secret.
    public let token: String
    /// The type of the token, a URI; the parameter `actor_token_type`.
    public let tokenType: String

    /// Creates an actor token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - tokenType: The type of the token: a URI.
    public init(token: String, tokenType: String) {
        self.token = token
        self.tokenType = tokenType
    }
}

extension ActorToken: _Redacted {
    /// The members for reflection, with the token redacted.
    public var customMirror: Mirror { Mirror(self, children: ["token": redactedText, "tokenType": tokenType]) }
}
