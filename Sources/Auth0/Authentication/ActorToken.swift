import OpenID
import RequestPipeline

/// The token of whoever acts for a user.
///
/// - SeeAlso: [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
public struct ActorToken: Sendable, Hashable {
    /// The token; a secret.
    public let token: String
    /// The type of the token: a URI.
    public let tokenType: String

    /// Makes a token of a type.
    public init(token: String, tokenType: String) {
        self.token = token
        self.tokenType = tokenType
    }
}

extension ActorToken: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["token": redactedText, "tokenType": tokenType]) }
}
