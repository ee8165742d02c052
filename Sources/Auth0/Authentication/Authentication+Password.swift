import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// The default implementation, which sends the request.
    public func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).fields([
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm",
            "username": username,
            "password": password,
            "realm": realm,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }

    /// Logs a user in with a user name and a password against a connection.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/password-realm`. The request
    /// fails with ``AuthenticationError/isInvalidCredentials`` when the user name or the password is wrong, and with
    /// ``AuthenticationError/isMultifactorRequired`` when the login needs a second factor.
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .login(
    ///         usernameOrEmail: "john@example.com", password: "Sesame-2026!",
    ///         realmOrConnection: "Username-Password-Authentication"
    ///     )
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - username: The user name or the email address.
    ///   - password: The password.
    ///   - realm: The name of the realm or connection that holds the user.
    ///   - audience: The identifier of the API that the access token is for. Defaults to `nil`, the tenant's default.
    ///   - scope: The scopes, separated by spaces; `openid` is added when it is missing. Defaults to ``defaultScope``.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    /// - SeeAlso: [RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3), with Auth0's extension for
    ///   realms
    public func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String? = nil,
        scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(usernameOrEmail: username, password: password, realmOrConnection: realm, audience: audience, scope: scope)
    }

    /// The default implementation, which sends the request.
    public func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).fields([
            "grant_type": "password",
            "username": username,
            "password": password,
            "audience": audience,
            "scope": scope.withOpenID,
        ])
    }

    /// Logs a user in with a user name and a password against the tenant's default directory.
    ///
    /// Calls `POST /oauth/token` with the grant type `password`, and fails as the login against a connection.
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .loginDefaultDirectory(withUsername: "john@example.com", password: "Sesame-2026!")
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// See ``login(usernameOrEmail:password:realmOrConnection:audience:scope:)``, whose parameters are the same.
    ///
    /// - SeeAlso: [RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3)
    public func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String? = nil, scope: String = defaultScope,
        _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        loginDefaultDirectory(withUsername: username, password: password, audience: audience, scope: scope)
    }

    /// The default implementation, which sends the request.
    public func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: any Sendable]?,
        rootAttributes: [String: any Sendable]?
    ) -> Request<DatabaseUser, AuthenticationError> {
        signup(
            email: email, username: username, password: password, connection: connection,
            userMetadata: userMetadata as [String: Any]?, rootAttributes: rootAttributes as [String: Any]?)
    }

    /// The default implementation, which sends the request.
    public func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: Any]?,
        rootAttributes: [String: Any]?
    ) -> Request<DatabaseUser, AuthenticationError> {
        implementation().request(.post, "dbconnections/signup", decode: databaseUser)
            .fields(freeForm: rootAttributes ?? [:])
            .fields([
                "client_id": implementation().clientId,
                "email": email,
                "username": username,
                "password": password,
                "connection": connection,
            ])
            .fields(freeForm: userMetadata.map { ["user_metadata": $0] } ?? [:])
    }

    /// Creates a user in a database connection without logging the user in.
    ///
    /// Calls `POST /dbconnections/signup`. The request fails with ``AuthenticationError/isPasswordNotStrongEnough`` or
    /// ``AuthenticationError/isPasswordAlreadyUsed`` when the connection's password policy rejects the password.
    ///
    /// ```swift
    /// let user = try await Auth0.authentication()
    ///     .signup(
    ///         email: "ada@example.com", password: "Sesame-2026!", connection: "Username-Password-Authentication"
    ///     )
    ///     .start()
    /// print(user.email)
    /// // prints ada@example.com
    /// ```
    ///
    /// - Parameters:
    ///   - email: The user's email address.
    ///   - username: The user name, for a connection that requires one. Defaults to `nil`, which leaves it out.
    ///   - password: The password.
    ///   - connection: The name of the database connection. Defaults to `Username-Password-Authentication`.
    ///   - userMetadata: The user's initial `user_metadata`. Defaults to `nil`, which leaves it out.
    ///   - rootAttributes: Other attributes of the profile's root, such as `given_name`; they cannot replace the
    ///     parameters above. Defaults to `nil`, which adds none.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the created user; nothing is sent before it is started.
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

    /// The default implementation, which sends the request.
    public func resetPassword(
        email: String, connection: String, organization: String?
    ) -> Request<Void, AuthenticationError> {
        implementation().post("dbconnections/change_password").fields([
            "email": email,
            "connection": connection,
            "organization": organization,
        ])
    }

    /// The default implementation, which sends the request.
    public func resetPassword(email: String, connection: String) -> Request<Void, AuthenticationError> {
        resetPassword(email: email, connection: connection, organization: nil)
    }
}

/// A user created in a database connection: the email address, the user name, and whether the email address is verified
/// (`email_verified`).
public typealias DatabaseUser = (email: String, username: String?, verified: Bool)

/// Decodes the response to a signup; only `email` is required.
private func databaseUser(_ response: TransportResponse) throws(ResponseError) -> DatabaseUser {
    let decode = Decoders.tree { json -> DatabaseUser? in
        guard let email = json["email"]?.string else { return nil }
        return (email, json["username"]?.string, json["email_verified"] == .boolean(true))
    }
    return try decode(response)
}
