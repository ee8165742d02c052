import ByteEncodings
import OpenID
public import RequestPipeline

/// The channel by which a one-time code reaches a phone, the parameter `delivery_method`.
public enum DeliveryMethod: String, Sendable {
    /// A text message.
    case text
    /// A voice call.
    case voice
}

extension Authentication {
    /// The default implementation, which sends the request.
    public func passwordlessChallenge(
        email: String, connection: String, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        implementation().request(.post, "otp/challenge", role: .protectedResource).fields([
            "email": email,
            "connection": connection,
            "allow_signup": allowSignup,
        ])
    }

    /// Sends a one-time code by email to a user of a database connection.
    ///
    /// Calls `POST /otp/challenge`. The server response is the same whether the address is known or not.
    ///
    /// ```swift
    /// let challenge = try await Auth0.authentication()
    ///     .passwordlessChallenge(email: "jane@example.com")
    ///     .start()
    /// print(challenge.authSession.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - email: The email address that receives the code.
    ///   - connection: The name of the database connection. Defaults to `Username-Password-Authentication`.
    ///   - allowSignup: Whether an unknown address becomes a new user. Defaults to `false`.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for a challenge; log in with ``login(otp:challenge:audience:scope:)`` once the user has the
    ///   code.
    public func passwordlessChallenge(
        email: String, connection: String = "Username-Password-Authentication", allowSignup: Bool = false, _: Void = ()
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        passwordlessChallenge(email: email, connection: connection, allowSignup: allowSignup)
    }

    /// The default implementation, which sends the request.
    public func passwordlessChallenge(
        phoneNumber: String, connection: String, deliveryMethod: DeliveryMethod, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        implementation().request(.post, "otp/challenge", role: .protectedResource).fields([
            "phone_number": phoneNumber,
            "delivery_method": deliveryMethod.rawValue,
            "connection": connection,
            "allow_signup": allowSignup,
        ])
    }

    /// Sends a one-time code by phone to a user of a database connection.
    ///
    /// ```swift
    /// let challenge = try await Auth0.authentication()
    ///     .passwordlessChallenge(phoneNumber: "+15550100200", deliveryMethod: .voice)
    ///     .start()
    /// print(challenge.authSession.isEmpty)
    /// // prints false
    /// ```
    ///
    /// The phone number has its country code, and `deliveryMethod` is a text message, the default, or a voice call. For
    /// the others see the function for an email address, whose parameters are the same.
    public func passwordlessChallenge(
        phoneNumber: String, connection: String = "Username-Password-Authentication",
        deliveryMethod: DeliveryMethod = .text, allowSignup: Bool = false, _: Void = ()
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        passwordlessChallenge(
            phoneNumber: phoneNumber, connection: connection, deliveryMethod: deliveryMethod, allowSignup: allowSignup
        )
    }

    /// The default implementation, which sends the request.
    public func login(
        otp: String, challenge: PasswordlessChallenge, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).fields([
            "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp",
            "auth_session": challenge.authSession,
            "otp": otp,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }

    /// Logs a user of a database connection in with a one-time code received by email or phone.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/passwordless/otp`. The request
    /// fails with ``AuthenticationError/isInvalidCredentials`` when the code is wrong or has expired, and with
    /// ``AuthenticationError/isMultifactorRequired`` when the login needs a second factor.
    ///
    /// <!-- swift: let client = Auth0.authentication()
    /// let challenge = try await client.passwordlessChallenge(email: "jane@example.com").start()
    /// let code = exampleTenant.latestCode(to: "jane@example.com") ?? "" -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .login(otp: code, challenge: challenge)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - challenge: The challenge that the code was sent for.
    ///   - audience: The identifier of the API that the access token is for. Defaults to `nil`, the tenant's default.
    ///   - scope: The scopes, separated by spaces; `openid` is added when it is missing. Defaults to ``defaultScope``.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    public func login(
        otp: String, challenge: PasswordlessChallenge, audience: String? = nil, scope: String = defaultScope,
        _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(otp: otp, challenge: challenge, audience: audience, scope: scope)
    }
}

/// A one-time code that was sent to a user of a database connection.
public struct PasswordlessChallenge: Codable, Sendable, Hashable {
    /// The session that binds the code to this login, `auth_session`. It is a secret.
    public let authSession: String

    /// Creates a challenge: the memberwise initializer, whose parameters are the same as the properties.
    public init(authSession: String) { self.authSession = authSession }

    private enum CodingKeys: String, CodingKey { case authSession = "auth_session" }
}

extension PasswordlessChallenge: _Redacted {
    /// The members for reflection, with the session redacted.
    public var customMirror: Mirror { Mirror(self, children: ["authSession": redactedText]) }
}
