import RequestPipeline

/// A password that is being set.
public struct PasswordEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the method, to confirm it with.
    public let authenticationId: String
    /// Ties the confirmation to this enrolment; a secret.
    public let authenticationSession: String
    /// What the password must be like.
    public let policy: PasswordPolicy

    private enum CodingKeys: String, CodingKey {
        case policy
        case authenticationId = "id"
        case authenticationSession = "auth_session"
    }
}

extension PasswordEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["authenticationId": authenticationId, "policy": policy])
    }
}
