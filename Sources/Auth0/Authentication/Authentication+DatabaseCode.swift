public import RequestPipeline

/// How a one-time code reaches a phone.
public enum DeliveryMethod: String, Sendable {
    /// As a text message.
    case text
    /// By a voice that calls.
    case voice
}

extension Authentication {
    /// Sends a one-time code by e-mail to a user of a database connection.
    ///
    /// The answer is the same whether the address is known or not.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - connection: The name of the database connection.
    ///   - allowSignup: Whether an address nobody has becomes a new user.
    /// - Returns: A request for a challenge; log in with ``login(otp:challenge:audience:scope:)``.
    public func passwordlessChallenge(
        email: String, connection: String, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        implementation.request(.post, "otp/challenge", role: .protectedResource).fields([
            "email": email,
            "connection": connection,
            "allow_signup": allowSignup,
        ])
    }

    /// The same with the usual values of what is left out.
    public func passwordlessChallenge(
        email: String, connection: String = "Username-Password-Authentication", allowSignup: Bool = false, _: Void = ()
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        passwordlessChallenge(email: email, connection: connection, allowSignup: allowSignup)
    }

    /// Sends a one-time code by telephone to a user of a database connection.
    ///
    /// The answer is the same whether the number is known or not.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number, with its country code.
    ///   - connection: The name of the database connection.
    ///   - deliveryMethod: As a text message, or by a voice that calls.
    ///   - allowSignup: Whether a number nobody has becomes a new user.
    /// - Returns: A request for a challenge; log in with ``login(otp:challenge:audience:scope:)``.
    public func passwordlessChallenge(
        phoneNumber: String, connection: String, deliveryMethod: DeliveryMethod, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        implementation.request(.post, "otp/challenge", role: .protectedResource).fields([
            "phone_number": phoneNumber,
            "delivery_method": deliveryMethod.rawValue,
            "connection": connection,
            "allow_signup": allowSignup,
        ])
    }

    /// The same with the usual values of what is left out.
    public func passwordlessChallenge(
        phoneNumber: String, connection: String = "Username-Password-Authentication",
        deliveryMethod: DeliveryMethod = .text, allowSignup: Bool = false, _: Void = ()
    ) -> Request<PasswordlessChallenge, AuthenticationError> {
        passwordlessChallenge(
            phoneNumber: phoneNumber, connection: connection, deliveryMethod: deliveryMethod, allowSignup: allowSignup
        )
    }

    /// Logs a user of a database connection in with the one-time code they received.
    ///
    /// - Parameters:
    ///   - otp: What the user typed.
    ///   - challenge: What the code was sent with.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for credentials.
    public func login(
        otp: String, challenge: PasswordlessChallenge, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp",
            "auth_session": challenge.authSession,
            "otp": otp,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }

    /// The same with the usual values of what is left out.
    public func login(
        otp: String, challenge: PasswordlessChallenge, audience: String? = nil, scope: String = defaultScope,
        _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(otp: otp, challenge: challenge, audience: audience, scope: scope)
    }
}
