import ByteEncodings

/// The attributes of a user to change with ``Users/patch(_:attributes:)``.
///
/// Each method returns a copy with more attributes. A parameter that is `nil` leaves its attribute unchanged on the
/// server.
public struct UserPatchAttributes: Sendable {
    /// The attributes by the names of the Management API.
    public private(set) var dictionary: [String: any Sendable]

    /// Creates a set of attributes.
    ///
    /// - Parameter dictionary: The initial attributes by the names of the Management API. Defaults to none.
    public init(dictionary: [String: any Sendable] = [:]) { self.dictionary = dictionary }

    /// Sets whether the user is blocked, the attribute `blocked`.
    ///
    /// - Parameter blocked: Whether the user is blocked.
    /// - Returns: A changed copy.
    public func blocked(_ blocked: Bool) -> Self { setting(["blocked": blocked]) }

    /// Sets the email address, the attribute `email`.
    ///
    /// - Parameters:
    ///   - email: The new email address.
    ///   - verified: Whether the address counts as verified. Defaults to `nil`, which leaves `email_verified` out.
    ///   - verify: Whether the server sends a verification email. Defaults to `nil`, which leaves `verify_email` out.
    ///   - connection: The name of the user's connection.
    ///   - clientId: The client ID of the application.
    /// - Returns: A changed copy.
    public func email(
        _ email: String, verified: Bool? = nil, verify: Bool? = nil, connection: String, clientId: String
    ) -> Self {
        setting([
            "email": email, "email_verified": verified, "verify_email": verify, "connection": connection,
            "client_id": clientId,
        ])
    }

    /// Sets whether the email address is verified, the attribute `email_verified`.
    ///
    /// - Parameters:
    ///   - verified: Whether the address counts as verified.
    ///   - connection: The name of the user's connection.
    /// - Returns: A changed copy.
    public func emailVerified(_ verified: Bool, connection: String) -> Self {
        setting(["email_verified": verified, "connection": connection])
    }

    /// Sets the phone number with its country code, the attribute `phone_number`.
    ///
    /// `verified` and `verify` are the attributes `phone_verified` and `verify_phone_number`. See
    /// ``email(_:verified:verify:connection:clientId:)``, whose parameters are the same.
    public func phoneNumber(
        _ phoneNumber: String, verified: Bool? = nil, verify: Bool? = nil, connection: String, clientId: String
    ) -> Self {
        setting([
            "phone_number": phoneNumber, "phone_verified": verified, "verify_phone_number": verify,
            "connection": connection, "client_id": clientId,
        ])
    }

    /// Sets whether the phone number is verified, the attribute `phone_verified`, as
    /// ``emailVerified(_:connection:)``, whose parameters are the same.
    public func phoneVerified(_ verified: Bool, connection: String) -> Self {
        setting(["phone_verified": verified, "connection": connection])
    }

    /// Sets the password, the attribute `password`.
    ///
    /// - Parameters:
    ///   - password: The new password.
    ///   - verify: Whether the user must confirm the change by email. Defaults to `nil`, which leaves `verify_password`
    ///     out.
    ///   - connection: The name of the user's connection.
    /// - Returns: A changed copy.
    public func password(_ password: String, verify: Bool? = nil, connection: String) -> Self {
        setting(["password": password, "verify_password": verify, "connection": connection])
    }

    /// Sets the user name, the attribute `username`.
    ///
    /// - Parameters:
    ///   - username: The new user name.
    ///   - connection: The name of the user's connection.
    /// - Returns: A changed copy.
    public func username(_ username: String, connection: String) -> Self {
        setting(["username": username, "connection": connection])
    }

    /// Sets members of `user_metadata`, which users can read and change.
    ///
    /// - Parameter metadata: The members to set; ``ByteEncodings/JSONNull`` removes one.
    /// - Returns: A changed copy.
    public func userMetadata(_ metadata: [String: any Sendable]) -> Self { setting(["user_metadata": metadata]) }

    /// Sets members of `app_metadata`, which users cannot change.
    ///
    /// - Parameter metadata: The members to set; ``ByteEncodings/JSONNull`` removes one.
    /// - Returns: A changed copy.
    public func appMetadata(_ metadata: [String: any Sendable]) -> Self { setting(["app_metadata": metadata]) }

    /// Returns a copy with more attributes; `nil` values are left out.
    private func setting(_ attributes: [String: (any Sendable)?]) -> Self {
        var copy = self
        for (name, value) in attributes { copy.dictionary[name] = value }
        return copy
    }
}

extension UserPatchAttributes: _Redacted {
    /// A mirror of the names of the attributes: a value may be a password.
    public var customMirror: Mirror { Mirror(self, children: ["names": dictionary.keys.sorted()]) }
}
