import ByteEncodings

/// The enrollment of a phone, to which a code was sent.
public struct PhoneEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
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

/// The enrollment of an email address, to which a code was sent.
public struct EmailEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticationId: String, authenticationSession: String) {
        (self.authenticationId, self.authenticationSession) = (authenticationId, authenticationSession)
    }

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
    }
}

extension EmailEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}

/// The enrollment of an authenticator application that generates one-time codes.
public struct TOTPEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The URI that the application scans, `barcode_uri`, to show as a QR code. It is a secret.
    public let authenticatorQRCodeURI: String
    /// The code for a user who cannot scan the QR code, `manual_input_code`; `nil` when the server provides none. It is
    /// a secret.
    public let authenticatorManualInputCode: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        authenticationId: String, authenticationSession: String, authenticatorQRCodeURI: String,
        authenticatorManualInputCode: String? = nil
    ) {
        (self.authenticationId, self.authenticationSession) = (authenticationId, authenticationSession)
        self.authenticatorQRCodeURI = authenticatorQRCodeURI
        self.authenticatorManualInputCode = authenticatorManualInputCode
    }

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
        case authenticatorQRCodeURI = "barcode_uri"
        case authenticatorManualInputCode = "manual_input_code"
    }
}

extension TOTPEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}

/// The enrollment of an application that asks its user for approval by push notification.
public struct PushEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The URI that the application scans, `barcode_uri`, to show as a QR code. It is a secret.
    public let authenticatorQRCodeURI: String
    /// The code for a user who cannot scan the QR code, `manual_input_code`; `nil` when the server provides none. It is
    /// a secret.
    public let authenticatorManualInputCode: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        authenticationId: String, authenticationSession: String, authenticatorQRCodeURI: String,
        authenticatorManualInputCode: String? = nil
    ) {
        (self.authenticationId, self.authenticationSession) = (authenticationId, authenticationSession)
        self.authenticatorQRCodeURI = authenticatorQRCodeURI
        self.authenticatorManualInputCode = authenticatorManualInputCode
    }

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
        case authenticatorQRCodeURI = "barcode_uri"
        case authenticatorManualInputCode = "manual_input_code"
    }
}

extension PushEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}

/// The enrollment of a recovery code.
public struct RecoveryCodeEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The recovery code, `recovery_code`, which the server returns once: ask the user to store it. It is a secret.
    public let recoveryCode: String

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticationId: String, authenticationSession: String, recoveryCode: String) {
        (self.authenticationId, self.authenticationSession) = (authenticationId, authenticationSession)
        self.recoveryCode = recoveryCode
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

/// The enrollment of a new password.
public struct PasswordEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The rules that the new password must meet.
    public let policy: PasswordPolicy

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticationId: String, authenticationSession: String, policy: PasswordPolicy) {
        (self.authenticationId, self.authenticationSession) = (authenticationId, authenticationSession)
        self.policy = policy
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
