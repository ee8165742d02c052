import ByteEncodings
import OpenID

/// A one-time code that was sent to a user of a database connection.
public struct PasswordlessChallenge: Codable, Sendable, Hashable {
    /// The session that binds the code to this login, `auth_session`. It is a secret.
    public let authSession: String

    /// Creates a challenge from a stored session.
    ///
    /// - Parameter authSession: The session that binds the code to this login.
    public init(authSession: String) { self.authSession = authSession }

    private enum CodingKeys: String, CodingKey { case authSession = "auth_session" }
}

extension PasswordlessChallenge: _Redacted {
    /// The members for reflection, with the session redacted.
    public var customMirror: Mirror { Mirror(self, children: ["authSession": redactedText]) }
}
