import OpenID
import RequestPipeline

/// A one-time code that is on its way to a user of a database connection.
public struct PasswordlessChallenge: Codable, Sendable, Hashable {
    /// Ties the code to this login; a secret.
    public let authSession: String

    /// Makes a challenge that was kept somewhere.
    public init(authSession: String) { self.authSession = authSession }

    private enum CodingKeys: String, CodingKey { case authSession = "auth_session" }
}

extension PasswordlessChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authSession": redactedText]) }
}
