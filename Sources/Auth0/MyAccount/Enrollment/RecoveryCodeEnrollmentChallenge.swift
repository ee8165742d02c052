import RequestPipeline

/// A recovery code that is being enrolled.
public struct RecoveryCodeEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the method, to confirm it with.
    public let authenticationId: String
    /// Ties the confirmation to this enrolment; a secret.
    public let authenticationSession: String
    /// The code, told once: show it to the user, who keeps it for when everything else is lost.
    public let recoveryCode: String

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
        case recoveryCode = "recovery_code"
    }
}

extension RecoveryCodeEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}
