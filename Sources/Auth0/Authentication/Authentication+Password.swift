public import RequestPipeline

extension Authentication {
    /// Logs a user in with name and password, against a given connection.
    ///
    /// - Parameters:
    ///   - username: User name or e-mail address.
    ///   - password: The password.
    ///   - realm: The realm or connection that knows the user.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3), with Auth0's extension for realms
    public func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm",
            "username": username,
            "password": password,
            "realm": realm,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }

    /// The same with the usual values of what is left out.
    public func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String? = nil,
        scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(usernameOrEmail: username, password: password, realmOrConnection: realm, audience: audience, scope: scope)
    }

    /// Logs a user in with name and password, against the tenant's default directory.
    ///
    /// - Parameters:
    ///   - username: User name or e-mail address.
    ///   - password: The password.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3)
    public func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "password",
            "username": username,
            "password": password,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }

    /// The same with the usual values of what is left out.
    public func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String? = nil, scope: String = defaultScope,
        _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        loginDefaultDirectory(withUsername: username, password: password, audience: audience, scope: scope)
    }

    /// Creates a user in a database connection, without logging in.
    ///
    /// - Parameters:
    ///   - email: The user's e-mail address.
    ///   - username: The user's name, when the connection asks for one.
    ///   - password: The password.
    ///   - connection: The name of the database connection.
    ///   - userMetadata: Additional data for the user's `user_metadata`.
    ///   - rootAttributes: Further attributes of the profile's root, such as `given_name`; they cannot replace the
    ///     arguments above.
    /// - Returns: A request for the user that was created.
    public func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: any Sendable]?,
        rootAttributes: [String: any Sendable]?
    ) -> Request<DatabaseUser, AuthenticationError> {
        implementation.request(.post, "dbconnections/signup", decode: databaseUser)
            .fields(freeForm: rootAttributes ?? [:])
            .fields([
                "client_id": implementation.clientId,
                "email": email,
                "username": username,
                "password": password,
                "connection": connection,
            ])
            .fields(freeForm: userMetadata.map { ["user_metadata": $0] } ?? [:])
    }

    /// The same with the usual values of what is left out.
    public func signup(
        email: String, username: String? = nil, password: String,
        connection: String = "Username-Password-Authentication", userMetadata: [String: any Sendable]? = nil,
        rootAttributes: [String: any Sendable]? = nil, _: Void = ()
    ) -> Request<DatabaseUser, AuthenticationError> {
        signup(
            email: email, username: username, password: password, connection: connection, userMetadata: userMetadata,
            rootAttributes: rootAttributes
        )
    }

    /// Sends a user the e-mail with which a forgotten password is replaced.
    ///
    /// The answer is the same whether the address is known or not.
    ///
    /// - Parameters:
    ///   - email: The user's e-mail address.
    ///   - connection: The name of the database connection.
    ///   - organization: The organization whose branding the e-mail carries, if any.
    /// - Returns: A request without a result.
    public func resetPassword(
        email: String, connection: String, organization: String?
    ) -> Request<Void, AuthenticationError> {
        implementation.post("dbconnections/change_password").fields([
            "email": email,
            "connection": connection,
            "organization": organization,
        ])
    }

    /// The same without an organization.
    public func resetPassword(email: String, connection: String) -> Request<Void, AuthenticationError> {
        resetPassword(email: email, connection: connection, organization: nil)
    }
}
