/// An authentication method that a user has enrolled, such as a password, a phone or a passkey.
public struct AuthenticationMethod: Decodable, Sendable, Hashable, Identifiable {
    /// The ID of the authentication method.
    public let id: String
    /// The type of the method; a value of ``AuthenticationMethodType`` for known types.
    public let type: String?
    /// The date of the enrollment in ISO 8601, as the server wrote it; `created_at` in JSON.
    public let createdAt: String
    /// The roles of the method: `primary`, `secondary` or both.
    public let usage: [String]
    /// The ID of the user identity that the method belongs to, `identity_user_id`.
    public let identityUserId: String?
    /// The date of the last password reset in ISO 8601, `last_password_reset`; passwords only.
    public let lastPasswordReset: String?
    /// Whether the passkey is backed up, `credential_backed_up`; passkeys only.
    public let credentialBackedUp: Bool?
    /// The device type of the passkey, `credential_device_type`: `single_device` or `multi_device`; passkeys only.
    public let credentialDeviceType: String?
    /// The credential ID of the passkey, `key_id`; passkeys only.
    public let keyId: String?
    /// The user agent that the method was enrolled with, `user_agent`.
    public let userAgent: String?
    /// The WebAuthn user handle of the passkey, `user_handle`; passkeys only.
    public let userHandle: String?
    /// The public key of the passkey, `public_key`; passkeys only.
    public let publicKey: String?
    /// The transports by which a client can reach the authenticator of the passkey, such as `internal` or `usb`;
    /// passkeys only.
    public let transports: [String]?
    /// Whether the enrollment was confirmed.
    public let confirmed: Bool?
    /// The name that the user chose for the method.
    public let name: String?
    /// The preferred channel of codes, `preferred_authentication_method`: `sms` or `voice`; phones only.
    public let preferredAuthenticationMethod: String?
    /// The phone number, `phone_number`; phones only.
    public let phoneNumber: String?
    /// The email address; email addresses only.
    public let email: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        id: String, type: String? = nil, createdAt: String = "1970-01-01T00:00:00.000Z", usage: [String] = [],
        identityUserId: String? = nil, lastPasswordReset: String? = nil, credentialBackedUp: Bool? = nil,
        credentialDeviceType: String? = nil, keyId: String? = nil, userAgent: String? = nil, userHandle: String? = nil,
        publicKey: String? = nil, transports: [String]? = nil, confirmed: Bool? = nil, name: String? = nil,
        preferredAuthenticationMethod: String? = nil, phoneNumber: String? = nil, email: String? = nil
    ) {
        (self.id, self.type, self.createdAt, self.usage) = (id, type, createdAt, usage)
        (self.identityUserId, self.lastPasswordReset) = (identityUserId, lastPasswordReset)
        (self.credentialBackedUp, self.credentialDeviceType) = (credentialBackedUp, credentialDeviceType)
        (self.keyId, self.userAgent, self.userHandle, self.publicKey) = (keyId, userAgent, userHandle, publicKey)
        (self.transports, self.confirmed, self.name) = (transports, confirmed, name)
        (self.preferredAuthenticationMethod, self.phoneNumber, self.email) =
            (preferredAuthenticationMethod, phoneNumber, email)
    }

    private enum CodingKeys: String, CodingKey {
        case id, type, usage, transports, confirmed, name, email
        case createdAt = "created_at"
        case identityUserId = "identity_user_id"
        case lastPasswordReset = "last_password_reset"
        case credentialBackedUp = "credential_backed_up"
        case credentialDeviceType = "credential_device_type"
        case keyId = "key_id"
        case userAgent = "user_agent"
        case userHandle = "user_handle"
        case publicKey = "public_key"
        case preferredAuthenticationMethod = "preferred_authentication_method"
        /// Codes by text message or voice call.
        case phoneNumber = "phone_number"
    }
}

/// The response to a request for the authentication methods of a user.
public struct AuthenticationMethods: Decodable, Sendable {
    /// The authentication methods, `authentication_methods` in JSON.
    public let authenticationMethods: [AuthenticationMethod]

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticationMethods: [AuthenticationMethod]) {
        self.authenticationMethods = authenticationMethods
    }

    private enum CodingKeys: String, CodingKey { case authenticationMethods = "authentication_methods" }
}

/// The type of an authentication method.
public enum AuthenticationMethodType: String, Sendable {
    /// A password.
    case password
    /// A passkey.
    case passkey
    /// A WebAuthn authenticator that is built into a device.
    case webAuthnPlatform = "webauthn-platform"
    /// A WebAuthn authenticator that moves between devices, such as a security key.
    case webAuthnRoaming = "webauthn-roaming"
    /// Time-based one-time codes of an authenticator application.
    case totp
    /// Codes by telephone.
    case phone
    /// Codes by email.
    case email
    /// Approval by push notification.
    case pushNotification = "push-notification"
    /// A recovery code, which replaces a second factor that the user has lost.
    case recoveryCode = "recovery-code"
}

/// The channel by which codes reach a phone, the parameter `preferred_authentication_method`.
public enum PreferredAuthenticationMethod: String, Sendable {
    /// A text message.
    case sms
    /// A voice call.
    case voice
}

/// A type of authentication method that the tenant has enabled.
public struct Factor: Decodable, Sendable, Hashable {
    /// The type; a value of ``AuthenticationMethodType`` for known types.
    public let type: String
    /// The roles of the factor: `primary`, `secondary` or both; `nil` when the server provides none.
    public let usage: [String]?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(type: String, usage: [String]? = nil) {
        (self.type, self.usage) = (type, usage)
    }
}

/// The response to a request for the enabled factors.
public struct Factors: Decodable, Sendable {
    /// The factors.
    public let factors: [Factor]

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(factors: [Factor]) {
        self.factors = factors
    }
}
