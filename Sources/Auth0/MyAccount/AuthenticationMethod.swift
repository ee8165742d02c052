/// A way in which a user logs in.
public struct AuthenticationMethod: Decodable, Sendable, Hashable, Identifiable {
    /// The ID of the method.
    public let id: String
    /// The kind of method.
    public let type: String?
    /// When it was enrolled, as the server wrote it (ISO 8601).
    public let createdAt: String
    /// Whether it serves as `primary` or `secondary` factor.
    public let usage: [String]
    /// The identity it belongs to.
    public let identityUserId: String?
    /// When the password was last reset.
    public let lastPasswordReset: String?
    /// Whether a passkey is backed up.
    public let credentialBackedUp: Bool?
    /// Whether a passkey lives on one device or on several.
    public let credentialDeviceType: String?
    /// The ID of a passkey.
    public let keyId: String?
    /// The program the method was enrolled with.
    public let userAgent: String?
    /// The user handle of a passkey.
    public let userHandle: String?
    /// The public key of a passkey.
    public let publicKey: String?
    /// How a passkey can be reached.
    public let transports: [String]?
    /// Whether the enrolment was confirmed.
    public let confirmed: Bool?
    /// The name the user gave it.
    public let name: String?
    /// Whether codes are sent as text or told by voice.
    public let preferredAuthenticationMethod: String?
    /// The telephone number.
    public let phoneNumber: String?
    /// The e-mail address.
    public let email: String?

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
        case phoneNumber = "phone_number"
    }
}

/// A list of authentication methods, as the server sends it.
public struct AuthenticationMethods: Decodable, Sendable {
    /// The methods.
    public let authenticationMethods: [AuthenticationMethod]

    private enum CodingKeys: String, CodingKey { case authenticationMethods = "authentication_methods" }
}

/// A kind of authentication method.
public enum AuthenticationMethodType: String, Sendable {
    /// A password.
    case password
    /// A passkey.
    case passkey
    /// A WebAuthn authenticator built into a device.
    case webAuthnPlatform = "webauthn-platform"
    /// A WebAuthn authenticator to carry around.
    case webAuthnRoaming = "webauthn-roaming"
    /// One-time codes of an authenticator application.
    case totp
    /// Codes by telephone.
    case phone
    /// Codes by e-mail.
    case email
    /// Notifications to a telephone.
    case pushNotification = "push-notification"
    /// A code to keep for when everything else is lost.
    case recoveryCode = "recovery-code"
}
