public import RequestPipeline

/// What a passwordless login sends to the user.
public enum PasswordlessType: String, Sendable {
    /// A one-time code.
    case code = "code"
    /// A link for a browser.
    case webLink = "link"
    /// A link that opens an iOS application.
    case iOSLink = "link_ios"
    /// A link that opens an Android application.
    case androidLink = "link_android"
}

extension Authentication {
    /// Sends a one-time code or a link by e-mail.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - type: A code, or a link of some kind.
    ///   - connection: The name of the passwordless connection.
    /// - Returns: A request without a result; log in with ``login(email:code:audience:scope:)``.
    public func startPasswordless(
        email: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError> {
        implementation.post("passwordless/start").fields([
            "email": email, "connection": connection, "send": type.rawValue,
        ])
    }

    /// The same with the usual values of what is left out.
    public func startPasswordless(
        email: String, type: PasswordlessType = .code, connection: String = "email", _: Void = ()
    ) -> Request<Void, AuthenticationError> {
        startPasswordless(email: email, type: type, connection: connection)
    }

    /// Sends a one-time code or a link by text message.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number, with its country code.
    ///   - type: A code, or a link of some kind.
    ///   - connection: The name of the passwordless connection.
    /// - Returns: A request without a result; log in with ``login(phoneNumber:code:audience:scope:)``.
    public func startPasswordless(
        phoneNumber: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError> {
        implementation.post("passwordless/start").fields([
            "phone_number": phoneNumber, "connection": connection, "send": type.rawValue,
        ])
    }

    /// The same with the usual values of what is left out.
    public func startPasswordless(
        phoneNumber: String, type: PasswordlessType = .code, connection: String = "sms", _: Void = ()
    ) -> Request<Void, AuthenticationError> {
        startPasswordless(phoneNumber: phoneNumber, type: type, connection: connection)
    }

    /// Logs a user in with the one-time code received by e-mail.
    ///
    /// - Parameters:
    ///   - email: The address the code was sent to.
    ///   - code: What the user typed.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for credentials.
    public func login(
        email: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        login(username: email, code: code, realm: "email", audience, scope)
    }

    /// The same with the usual values of what is left out.
    public func login(
        email: String, code: String, audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(email: email, code: code, audience: audience, scope: scope)
    }

    /// Logs a user in with the one-time code received by text message.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number the code was sent to.
    ///   - code: What the user typed.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for credentials.
    public func login(
        phoneNumber: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        login(username: phoneNumber, code: code, realm: "sms", audience, scope)
    }

    /// The same with the usual values of what is left out.
    public func login(
        phoneNumber: String, code: String, audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(phoneNumber: phoneNumber, code: code, audience: audience, scope: scope)
    }

    private func login(
        username: String, code: String, realm: String, _ audience: String?, _ scope: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp",
            "username": username,
            "otp": code,
            "realm": realm,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }
}
