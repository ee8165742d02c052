import ByteEncodings

/// The enrollment of a phone, to which a code was sent.
public struct PhoneEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - authenticationId: The ID of the authentication method, with which the enrollment is confirmed.
    ///   - authenticationSession: The session that binds the confirmation to this enrollment. It is a secret.
    public init(authenticationId: String, authenticationSession: String) {
        (self.authenticationId, self.authenticationSession) = (authenticationId, authenticationSession)
    }

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
    }
}

extension PhoneEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}
