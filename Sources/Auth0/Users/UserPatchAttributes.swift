import ByteEncodings

/// Attributes of a user to change: a value, each method returns a changed copy.
///
/// An optional argument that is `nil` leaves its attribute out.
public struct UserPatchAttributes: Sendable {
    /// The attributes, as they are sent.
    public private(set) var dictionary: [String: any Sendable]

    /// Begins with attributes of your own.
    public init(dictionary: [String: any Sendable] = [:]) { self.dictionary = dictionary }

    /// Blocks or unblocks the user.
    public func blocked(_ blocked: Bool) -> Self { setting(["blocked": blocked]) }

    /// Changes the e-mail address.
    ///
    /// - Parameters:
    ///   - email: The new address.
    ///   - verified: Whether it counts as verified.
    ///   - verify: Whether the user gets a message to verify it.
    ///   - connection: The name of the connection.
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

    /// Says whether the e-mail address is verified.
    public func emailVerified(_ verified: Bool, connection: String) -> Self {
        setting(["email_verified": verified, "connection": connection])
    }

    /// Changes the telephone number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The new number.
    ///   - verified: Whether it counts as verified.
    ///   - verify: Whether the user gets a message to verify it.
    ///   - connection: The name of the connection.
    ///   - clientId: The client ID of the application.
    /// - Returns: A changed copy.
    public func phoneNumber(
        _ phoneNumber: String, verified: Bool? = nil, verify: Bool? = nil, connection: String, clientId: String
    ) -> Self {
        setting([
            "phone_number": phoneNumber, "phone_verified": verified, "verify_phone_number": verify,
            "connection": connection, "client_id": clientId,
        ])
    }

    /// Says whether the telephone number is verified.
    public func phoneVerified(_ verified: Bool, connection: String) -> Self {
        setting(["phone_verified": verified, "connection": connection])
    }

    /// Changes the password.
    ///
    /// - Parameters:
    ///   - password: The new password.
    ///   - verify: Whether the user must confirm it by e-mail.
    ///   - connection: The name of the connection.
    /// - Returns: A changed copy.
    public func password(_ password: String, verify: Bool? = nil, connection: String) -> Self {
        setting(["password": password, "verify_password": verify, "connection": connection])
    }

    /// Changes the user name.
    public func username(_ username: String, connection: String) -> Self {
        setting(["username": username, "connection": connection])
    }

    /// Sets members of `user_metadata`, which the user may change.
    public func userMetadata(_ metadata: [String: any Sendable]) -> Self { setting(["user_metadata": metadata]) }

    /// Sets members of `app_metadata`, which the user may not change.
    public func appMetadata(_ metadata: [String: any Sendable]) -> Self { setting(["app_metadata": metadata]) }

    private func setting(_ attributes: [String: (any Sendable)?]) -> Self {
        var copy = self
        for (name, value) in attributes { copy.dictionary[name] = value }
        return copy
    }
}
