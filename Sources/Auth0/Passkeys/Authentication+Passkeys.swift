import ByteEncodings
import PasskeyAuthenticator
public import RequestPipeline

extension Authentication {
    /// The default implementation, which sends the request.
    public func passkeyLoginChallenge(
        connection: String?, organization: String?
    ) -> Request<PasskeyLoginChallenge, AuthenticationError> {
        implementation().request(.post, "passkey/challenge").fields(["realm": connection, "organization": organization])
    }

    /// Requests a challenge for logging in with a passkey, with `POST /passkey/challenge`.
    ///
    /// ```swift
    /// let challenge = try await Auth0.authentication().passkeyLoginChallenge().start()
    /// print(challenge.challengeData.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - connection: The name of the database connection. Defaults to `nil`, which asks for the tenant's default
    ///     directory.
    ///   - organization: The ID or the name of the organization to log in to. Defaults to `nil`, for none.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the challenge; continue with `login(passkey:challenge:)`.
    public func passkeyLoginChallenge(
        connection: String? = nil, organization: String? = nil, _: Void = ()
    ) -> Request<PasskeyLoginChallenge, AuthenticationError> {
        passkeyLoginChallenge(connection: connection, organization: organization)
    }

    /// The default implementation, which sends the request.
    public func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError> {
        login(passkey.response, challenge.authenticationSession, connection, audience, scope, organization)
    }

    /// Logs a user in with a passkey.
    ///
    /// Calls `POST /oauth/token` with the grant type `urn:okta:params:oauth:grant-type:webauthn`. An incomplete
    /// `passkey` makes the request fail with a ``PasskeyAuthenticator/PasskeyError`` as its cause before anything is
    /// sent.
    ///
    /// <!-- swift: let authenticator = softwareAuthenticator()
    /// let signup = try await Auth0.authentication().passkeySignupChallenge(email: "olga@example.com").start()
    /// let created = try await authenticator.makeCredential(for: signup)
    /// _ = try await Auth0.authentication().login(passkey: created, challenge: signup).start() -->
    ///
    /// ```swift
    /// let challenge = try await Auth0.authentication().passkeyLoginChallenge().start()
    /// let passkey = try await authenticator.makeAssertion(for: challenge)
    /// let credentials = try await Auth0.authentication().login(passkey: passkey, challenge: challenge).start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - passkey: The assertion of an authenticator.
    ///   - challenge: The challenge that the assertion signs; the server accepts it once.
    ///   - connection: The name of the connection that the challenge was requested for. Defaults to `nil`, the tenant's
    ///     default directory.
    ///   - audience: The identifier of the API that the access token is for. Defaults to `nil`, the tenant's default.
    ///   - scope: The scopes, separated by spaces; `openid` is added when it is missing. Defaults to ``defaultScope``.
    ///   - organization: The organization that the challenge was requested for. Defaults to `nil`, for none.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    public func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String? = nil,
        audience: String? = nil, scope: String = defaultScope, organization: String? = nil, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(
            passkey: passkey, challenge: challenge, connection: connection, audience: audience, scope: scope,
            organization: organization
        )
    }

    /// The default implementation, which sends the request.
    public func passkeySignupChallenge(
        email: String?, phoneNumber: String?, username: String?, name: String?, givenName: String?,
        familyName: String?, nickname: String?, picture: String?, userMetadata: [String: String]?, connection: String?,
        organization: String?
    ) -> Request<PasskeySignupChallenge, AuthenticationError> {
        let profile: KeyValuePairs<String, String?> = [
            "email": email,
            "phone_number": phoneNumber,
            "username": username,
            "name": name,
            "given_name": givenName,
            "family_name": familyName,
            "nickname": nickname,
            "picture": picture,
        ]
        return implementation().request(.post, "passkey/register")
            .fields(["user_profile": JSONValue.texts(profile), "realm": connection, "organization": organization])
            .fields(freeForm: userMetadata.map { ["user_metadata": $0] } ?? [:])
            .failing(profile.lazy.compactMap { lineProblem("the parameter \"\($0.key)\"", $0.value) }.first)
    }

    /// Requests a challenge for signing a user up with a new passkey.
    ///
    /// Calls `POST /passkey/register`. The settings of the connection decide which of email address, phone number and
    /// user name are required; parameters that are `nil` are left out.
    ///
    /// ```swift
    /// let challenge = try await Auth0.authentication()
    ///     .passkeySignupChallenge(email: "nora@example.com", name: "Nora Lind")
    ///     .start()
    /// print(challenge.userName)
    /// // prints nora@example.com
    /// ```
    ///
    /// - Parameters:
    ///   - email: The user's email address. Defaults to `nil`, which leaves it out.
    ///   - phoneNumber: The user's phone number, with its country code. Defaults to `nil`, which leaves it out.
    ///   - username: The user name in the connection. Defaults to `nil`, which leaves it out.
    ///   - name: The user's full name. Defaults to `nil`, which leaves it out.
    ///   - givenName: The user's given name. Defaults to `nil`, which leaves it out.
    ///   - familyName: The user's family name. Defaults to `nil`, which leaves it out.
    ///   - nickname: The user's nickname. Defaults to `nil`, which leaves it out.
    ///   - picture: The URL of a picture of the user. Defaults to `nil`, which leaves it out.
    ///   - userMetadata: The user's initial `user_metadata`. Defaults to `nil`, which leaves it out.
    ///   - connection: The name of the database connection. Defaults to `nil`, which asks for the tenant's default
    ///     directory.
    ///   - organization: The ID or the name of the organization to log in to. Defaults to `nil`, for none.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the challenge; continue with `login(passkey:challenge:)`.
    public func passkeySignupChallenge(
        email: String? = nil, phoneNumber: String? = nil, username: String? = nil, name: String? = nil,
        givenName: String? = nil, familyName: String? = nil, nickname: String? = nil, picture: String? = nil,
        userMetadata: [String: String]? = nil, connection: String? = nil, organization: String? = nil, _: Void = ()
    ) -> Request<PasskeySignupChallenge, AuthenticationError> {
        passkeySignupChallenge(
            email: email, phoneNumber: phoneNumber, username: username, name: name, givenName: givenName,
            familyName: familyName, nickname: nickname, picture: picture, userMetadata: userMetadata,
            connection: connection, organization: organization
        )
    }

    /// The default implementation, which sends the request.
    public func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError> {
        login(passkey.response, challenge.authenticationSession, connection, audience, scope, organization)
    }

    /// Signs a user up with a new passkey and logs the user in.
    ///
    /// <!-- swift: let authenticator = softwareAuthenticator() -->
    ///
    /// ```swift
    /// let challenge = try await Auth0.authentication().passkeySignupChallenge(email: "nils@example.com").start()
    /// let passkey = try await authenticator.makeCredential(for: challenge)
    /// let credentials = try await Auth0.authentication().login(passkey: passkey, challenge: challenge).start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// `passkey` is the new passkey of an authenticator, and `challenge` the one that it was created for. For the
    /// others see the function for a ``LoginPasskey``, whose parameters are the same.
    public func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String? = nil,
        audience: String? = nil, scope: String = defaultScope, organization: String? = nil, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(
            passkey: passkey, challenge: challenge, connection: connection, audience: audience, scope: scope,
            organization: organization
        )
    }

    /// Describes the request that exchanges an authenticator's response for credentials.
    private func login(
        _ response: () throws(PasskeyError) -> JSONValue, _ session: String, _ connection: String?,
        _ audience: String?, _ scope: String, _ organization: String?, call: String = #function
    ) -> Request<Credentials, AuthenticationError> {
        implementation(call).post("oauth/token", role: .grant).fields([
            "grant_type": "urn:okta:params:oauth:grant-type:webauthn",
            "auth_session": session,
            "realm": connection,
            "audience": audience,
            "scope": scope.withOpenID,
            "organization": organization,
        ]).responding(response)
    }
}

extension JSONValue {
    /// Returns an object of texts without those that are `nil`.
    fileprivate static func texts(_ texts: KeyValuePairs<String, String?>) -> JSONValue {
        .object(texts.compactMap { name, text in text.map { Member(name: name, value: .string($0)) } })
    }
}
