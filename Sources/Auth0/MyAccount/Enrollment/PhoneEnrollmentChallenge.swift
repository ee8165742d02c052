import RequestPipeline

/// A phone that is being enrolled; a code is on its way to it.
public struct PhoneEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the method, to confirm it with.
    public let authenticationId: String
    /// Ties the confirmation to this enrolment; a secret.
    public let authenticationSession: String

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
    }
}

extension PhoneEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}
