import ByteEncodings
public import RequestPipeline

extension Authentication {
    /// Asks for a challenge that a passkey signs, to log in.
    ///
    /// - Parameters:
    ///   - connection: The name of the database connection; `nil` asks for the tenant's default directory.
    ///   - organization: The organization to log in to, if any.
    /// - Returns: A request for the challenge; go on with
    ///   ``login(passkey:challenge:connection:audience:scope:organization:)-(LoginPasskey,_,_,_,_,_)``.
    public func passkeyLoginChallenge(
        connection: String?, organization: String?
    ) -> Request<PasskeyLoginChallenge, AuthenticationError> {
        implementation.request(.post, "passkey/challenge").fields(["realm": connection, "organization": organization])
    }

    /// The same with the usual values of what is left out.
    public func passkeyLoginChallenge(
        connection: String? = nil, organization: String? = nil, _: Void = ()
    ) -> Request<PasskeyLoginChallenge, AuthenticationError> {
        passkeyLoginChallenge(connection: connection, organization: organization)
    }

    /// Logs a user in with a passkey.
    ///
    /// - Parameters:
    ///   - passkey: The proof that an authenticator made; one that lacks a part makes the request fail with a
    ///     ``PasskeyAuthenticator/PasskeyError`` before anything is sent.
    ///   - challenge: The challenge it was made for; it serves once.
    ///   - connection: The name of the database connection, as for the challenge.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    ///   - organization: The organization to log in to, as for the challenge.
    /// - Returns: A request for credentials.
    public func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError> {
        login(passkey.response, challenge.authenticationSession, connection, audience, scope, organization)
    }

    /// The same with the usual values of what is left out.
    public func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String? = nil,
        audience: String? = nil, scope: String = defaultScope, organization: String? = nil, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(
            passkey: passkey, challenge: challenge, connection: connection, audience: audience, scope: scope,
            organization: organization
        )
    }

    /// Asks for a challenge that a new passkey is made for, to sign up.
    ///
    /// Which of address, number and name are needed is the connection's to say.
    ///
    /// - Parameters:
    ///   - email: The user's e-mail address.
    ///   - phoneNumber: The user's telephone number, with its country code.
    ///   - username: The user's name in the connection.
    ///   - name: The user's full name.
    ///   - givenName: The user's given name.
    ///   - familyName: The user's family name.
    ///   - nickname: How the user is called.
    ///   - picture: The address of a picture of the user.
    ///   - userMetadata: Additional data for the user's `user_metadata`.
    ///   - connection: The name of the database connection; `nil` asks for the tenant's default directory.
    ///   - organization: The organization to log in to, if any.
    /// - Returns: A request for the challenge; go on with
    ///   ``login(passkey:challenge:connection:audience:scope:organization:)-(SignupPasskey,_,_,_,_,_)``.
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
        return implementation.request(.post, "passkey/register")
            .fields(["user_profile": JSONValue.texts(profile), "realm": connection, "organization": organization])
            .fields(freeForm: userMetadata.map { ["user_metadata": $0] } ?? [:])
            .failing(profile.lazy.compactMap { lineProblem($0.key, $0.value) }.first)
    }

    /// The same with the usual values of what is left out.
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

    /// Signs a user up with a new passkey, and logs the user in.
    ///
    /// - Parameters:
    ///   - passkey: The passkey that an authenticator made; one that lacks a part makes the request fail with a
    ///     ``PasskeyAuthenticator/PasskeyError`` before anything is sent.
    ///   - challenge: The challenge it was made for; it serves once.
    ///   - connection: The name of the database connection, as for the challenge.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    ///   - organization: The organization to log in to, as for the challenge.
    /// - Returns: A request for credentials.
    public func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError> {
        login(passkey.response, challenge.authenticationSession, connection, audience, scope, organization)
    }

    /// The same with the usual values of what is left out.
    public func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String? = nil,
        audience: String? = nil, scope: String = defaultScope, organization: String? = nil, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(
            passkey: passkey, challenge: challenge, connection: connection, audience: audience, scope: scope,
            organization: organization
        )
    }

    private func login(
        _ response: AuthenticatorResponse, _ session: String, _ connection: String?, _ audience: String?,
        _ scope: String, _ organization: String?
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "urn:okta:params:oauth:grant-type:webauthn",
            "auth_session": session,
            "authn_response": response.value,
            "realm": connection,
            "audience": audience,
            "scope": scope.withOpenID,
            "organization": organization,
        ]).failing(response.problem)
    }
}

extension JSONValue {
    /// An object of texts; those that are `nil` are left out.
    fileprivate static func texts(_ texts: KeyValuePairs<String, String?>) -> JSONValue {
        .object(texts.compactMap { name, text in text.map { Member(name: name, value: .string($0)) } })
    }
}
