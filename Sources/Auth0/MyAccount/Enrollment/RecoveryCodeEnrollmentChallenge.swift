import ByteEncodings

/// The enrollment of a recovery code.
public struct RecoveryCodeEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The recovery code, `recovery_code`, which the server returns once: ask the user to store it. It is a secret.
    public let recoveryCode: String

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - authenticationId: The ID of the authentication method, with which the enrollment is confirmed.
    ///   - authenticationSession: The session that binds the confirmation to this enrollment. It is a secret.
    ///   - recoveryCode: The recovery code, `recovery_code`, which the server returns once: ask the user to store it.
    ///     It is a secret.
    public init(authenticationId: String, authenticationSession: String, recoveryCode: String) {
        (self.authenticationId, self.authenticationSession, self.recoveryCode) = (
            authenticationId, authenticationSession, recoveryCode
        )
    }

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
        case recoveryCode = "recovery_code"
    }
}

extension RecoveryCodeEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}
