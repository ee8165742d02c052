import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// The default implementation, which sends the request.
    public func codeExchange(
        withCode code: String, codeVerifier: String, redirectURI: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).fields([
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": codeVerifier,
            "redirect_uri": redirectURI,
        ]).expecting { $0.expectations.code = code.isEmpty ? nil : code }
    }

    /// The default implementation, which sends the request.
    public func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).fields([
            "grant_type": "refresh_token",
            "refresh_token": refreshToken,
            "audience": audience,
            "scope": audience == nil ? scope : scope?.withOpenID,
        ]).failing(refreshToken.isEmpty ? noRefreshToken : nil)
    }

    /// Renews credentials with a refresh token.
    ///
    /// Calls `POST /oauth/token` with the grant type `refresh_token`. The request fails with
    /// ``AuthenticationError/isInvalidRefreshToken`` when the refresh token is unknown, expired or revoked.
    ///
    /// When the tenant rotates refresh tokens, the server response holds a new refresh token and the old one is
    /// invalid: store the new one first, and never send the old one again.
    ///
    /// <!-- swift: let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let renewed = try await Auth0.authentication()
    ///     .renew(withRefreshToken: credentials.refreshToken)
    ///     .start()
    /// print(renewed.accessToken == credentials.accessToken)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - refreshToken: The refresh token. The request fails without being sent, with a ``ConfigurationError`` as its
    ///     cause, when it is `nil` or empty.
    ///   - audience: Another API that the access token is for. Defaults to `nil`, which keeps the API of the login.
    ///   - scope: A subset of the scopes of the login, separated by spaces. Defaults to `nil`, which keeps them all.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    /// - SeeAlso: [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6)
    public func renew(
        withRefreshToken refreshToken: String?, audience: String? = nil, scope: String? = nil
    ) -> Request<Credentials, AuthenticationError> {
        refreshToken.map { renew(withRefreshToken: $0, audience: audience, scope: scope) }
            ?? Request(result: .failure(AuthenticationError(cause: noRefreshToken)))
    }

    /// The default implementation, which sends the request.
    public func ssoExchange(withRefreshToken refreshToken: String) -> Request<SSOCredentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).fields([
            "grant_type": "refresh_token",
            "refresh_token": refreshToken,
            "audience": "urn:\((try? implementation().address.base.get().host) ?? ""):session_transfer",
        ]).failing(refreshToken.isEmpty ? noRefreshToken : nil)
    }

    /// Exchanges a refresh token for a session transfer token, which continues the session on a website.
    ///
    /// Calls `POST /oauth/token` with the grant type `refresh_token`. The audience is
    /// `urn:<host of the tenant>:session_transfer`.
    ///
    /// <!-- swift: let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let session = try await Auth0.authentication()
    ///     .ssoExchange(withRefreshToken: credentials.refreshToken)
    ///     .start()
    /// print(session.sessionTransferToken.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameter refreshToken: The refresh token. The request fails without being sent, with a ``ConfigurationError``
    ///   as its cause, when it is `nil` or empty.
    /// - Returns: A request for the session transfer token and, when refresh tokens are rotated, the new refresh token.
    public func ssoExchange(withRefreshToken refreshToken: String?) -> Request<SSOCredentials, AuthenticationError> {
        refreshToken.map { ssoExchange(withRefreshToken: $0) }
            ?? Request(result: .failure(AuthenticationError(cause: noRefreshToken)))
    }

    /// The default implementation, which sends the request.
    public func revoke(refreshToken: String) -> Request<Void, AuthenticationError> {
        implementation().post("oauth/revoke", authenticates: true).fields(["token": refreshToken])
    }

    /// The default implementation, which sends the request.
    public func jwks() -> Request<JWKS, AuthenticationError> { implementation().request(.get, ".well-known/jwks.json") }
}

private let noRefreshToken = ConfigurationError(
    .missingToken, "log in with the scope offline_access to get a refresh token")

extension Authentication {
    /// The default implementation, which sends the request.
    public func userInfo(
        withAccessToken accessToken: String, tokenType: String
    ) -> Request<UserInfo, AuthenticationError> {
        implementation().request(
            .get, "userinfo", role: .protectedResource,
            decode: Decoders.tree { $0.freeFormObject.flatMap(UserInfo.init(json:)) }
        )
        .authorized(
            by: accessToken, as: tokenType.authorizationScheme,
            orElse: "pass the access token of a login with the scope openid")
    }

    /// The default implementation, which sends the request.
    public func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError> {
        userInfo(withAccessToken: accessToken, tokenType: "Bearer")
    }
}
