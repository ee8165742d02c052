public import RequestPipeline

/// The content of the message that starts a passwordless login, the parameter `send`.
public enum PasswordlessType: String, Sendable {
    /// A one-time code.
    case code = "code"
    /// A link that opens in a browser.
    case webLink = "link"
    /// A link that opens an iOS application.
    case iOSLink = "link_ios"
    /// A link that opens an Android application.
    case androidLink = "link_android"
}

extension Authentication {
    /// The default implementation, which sends the request.
    public func startPasswordless(
        email: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError> {
        implementation().post("passwordless/start", authenticates: true).fields([
            "email": email, "connection": connection, "send": type.rawValue,
        ])
    }

    /// Sends a one-time code or a link by email, which starts a passwordless login, with `POST /passwordless/start`.
    ///
    /// ```swift
    /// try await Auth0.authentication().startPasswordless(email: "jane@example.com").start()
    /// print("Enter the code of the mail")
    /// // prints Enter the code of the mail
    /// ```
    ///
    /// - Parameters:
    ///   - email: The email address that receives the message.
    ///   - type: A one-time code, or a link of one of three kinds. Defaults to ``PasswordlessType/code``.
    ///   - connection: The name of the passwordless connection. Defaults to `email`.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request without a value; log in with ``login(email:code:audience:scope:)`` once the user has the
    ///   code.
    public func startPasswordless(
        email: String, type: PasswordlessType = .code, connection: String = "email", _: Void = ()
    ) -> Request<Void, AuthenticationError> {
        startPasswordless(email: email, type: type, connection: connection)
    }

    /// The default implementation, which sends the request.
    public func startPasswordless(
        phoneNumber: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError> {
        implementation().post("passwordless/start", authenticates: true).fields([
            "phone_number": phoneNumber, "connection": connection, "send": type.rawValue,
        ])
    }

    /// Sends a one-time code or a link by text message, which starts a passwordless login.
    ///
    /// ```swift
    /// try await Auth0.authentication().startPasswordless(phoneNumber: "+15550100100").start()
    /// print("Enter the code of the message")
    /// // prints Enter the code of the message
    /// ```
    ///
    /// The phone number has its country code, and the connection defaults to `sms`. Log in with
    /// ``login(phoneNumber:code:audience:scope:)`` once the user has the code. For the others see the function for an
    /// email address, whose parameters are the same.
    public func startPasswordless(
        phoneNumber: String, type: PasswordlessType = .code, connection: String = "sms", _: Void = ()
    ) -> Request<Void, AuthenticationError> {
        startPasswordless(phoneNumber: phoneNumber, type: type, connection: connection)
    }

    /// The default implementation, which sends the request.
    public func login(
        email: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        login(username: email, code: code, realm: "email", audience, scope)
    }

    /// Logs a user in with the one-time code received by email.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/passwordless/otp`. The realm is
    /// `email`. The request fails with ``AuthenticationError/isInvalidCredentials`` when the code is wrong or has
    /// expired, and with ``AuthenticationError/isMultifactorRequired`` when the login needs a second factor.
    ///
    /// <!-- swift: try await Auth0.authentication().startPasswordless(email: "jane@example.com").start()
    /// let code = exampleTenant.latestCode(to: "jane@example.com") ?? "" -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .login(email: "jane@example.com", code: code)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - email: The email address that the code was sent to.
    ///   - code: The code that the user entered.
    ///   - audience: The identifier of the API that the access token is for. Defaults to `nil`, the tenant's default.
    ///   - scope: The scopes, separated by spaces; `openid` is added when it is missing. Defaults to ``defaultScope``.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    public func login(
        email: String, code: String, audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(email: email, code: code, audience: audience, scope: scope)
    }

    /// The default implementation, which sends the request.
    public func login(
        phoneNumber: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        login(username: phoneNumber, code: code, realm: "sms", audience, scope)
    }

    /// Logs a user in with the one-time code received by text message.
    ///
    /// <!-- swift: try await Auth0.authentication().startPasswordless(phoneNumber: "+15550100100").start()
    /// let code = exampleTenant.latestCode(to: "+15550100100") ?? "" -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .login(phoneNumber: "+15550100100", code: code)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// The phone number is the one that the code was sent to, with its country code, and the realm is `sms`. For the
    /// others see the function for an email address, whose parameters are the same.
    public func login(
        phoneNumber: String, code: String, audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(phoneNumber: phoneNumber, code: code, audience: audience, scope: scope)
    }

    /// Describes the request that exchanges a one-time code for credentials.
    private func login(
        username: String, code: String, realm: String, _ audience: String?, _ scope: String, call: String = #function
    ) -> Request<Credentials, AuthenticationError> {
        implementation(call).post("oauth/token", role: .grant).fields([
            "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp",
            "username": username,
            "otp": code,
            "realm": realm,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }
}
