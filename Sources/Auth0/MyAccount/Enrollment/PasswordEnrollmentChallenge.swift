import ByteEncodings

/// The enrollment of a new password.
public struct PasswordEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The rules that the new password must meet.
    public let policy: PasswordPolicy

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - authenticationId: The ID of the authentication method, with which the enrollment is confirmed.
    ///   - authenticationSession: The session that binds the confirmation to this enrollment. It is a secret.
    ///   - policy: The rules that the new password must meet.
    public init(authenticationId: String, authenticationSession: String, policy: PasswordPolicy) {
        (self.authenticationId, self.authenticationSession, self.policy) = (
            authenticationId, authenticationSession, policy
        )
    }

    private enum CodingKeys: String, CodingKey {
        case policy
        case authenticationId = "id"
        case authenticationSession = "auth_session"
    }
}

extension PasswordEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["authenticationId": authenticationId, "policy": policy])
    }
}
