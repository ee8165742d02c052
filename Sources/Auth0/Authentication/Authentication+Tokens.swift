import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// Exchanges the authorization code of a browser login for credentials.
    ///
    /// Calls `POST /oauth/token` with the grant type `authorization_code`.
    ///
    /// <!-- swift: import OpenID
    /// let pkce = try PKCE()
    /// let redirectURI = "http://127.0.0.1:8484/callback"
    /// let code = try exampleTenant.issueAuthorizationCode(
    /// for: "john@example.com", codeChallenge: pkce.challenge, redirectURI: redirectURI) -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .codeExchange(withCode: code, codeVerifier: pkce.verifier, redirectURI: redirectURI)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - code: The authorization code.
    ///   - codeVerifier: The PKCE code verifier of the authorization request.
    ///   - redirectURI: The redirect URI of the authorization request.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    /// - SeeAlso: [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3),
    ///   [RFC 7636 §4.5](https://www.rfc-editor.org/rfc/rfc7636#section-4.5)
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
    ///     .renew(withRefreshToken: credentials.refreshToken ?? "")
    ///     .start()
    /// print(renewed.accessToken == credentials.accessToken)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - refreshToken: The refresh token; the request fails without being sent when it is empty.
    ///   - audience: Another API that the access token is for; `nil` keeps the API of the login.
    ///   - scope: A subset of the scopes of the login, separated by spaces; `nil` keeps them all.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    /// - SeeAlso: [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6)
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

    /// Exchanges a refresh token for a session transfer token, which continues the session on a website.
    ///
    /// Calls `POST /oauth/token` with the grant type `refresh_token`. The audience is
    /// `urn:<host of the tenant>:session_transfer`.
    ///
    /// - Parameter refreshToken: The refresh token; the request fails without being sent when it is empty.
    /// - Returns: A request for the session transfer token and, when refresh tokens are rotated, the new refresh token.
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

    /// Revokes a refresh token and the grant that it belongs to.
    ///
    /// Calls `POST /oauth/revoke`.
    ///
    /// <!-- swift: let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let authentication = Auth0.authentication()
    /// let token = credentials.refreshToken ?? ""
    /// try await authentication.revoke(refreshToken: token).start()
    /// do {
    ///     _ = try await authentication.renew(withRefreshToken: token).start()
    /// } catch let error as AuthenticationError where error.isInvalidRefreshToken {
    ///     print("log in again")
    /// }
    /// // prints log in again
    /// ```
    ///
    /// - Parameter refreshToken: The refresh token.
    /// - Returns: A request without a value; nothing is sent before it is started.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke(refreshToken: String) -> Request<Void, AuthenticationError> {
        implementation().post("oauth/revoke", authenticates: true).fields(["token": refreshToken])
    }

    /// Fetches the public keys that verify the signatures of the tenant's tokens.
    ///
    /// Calls `GET /.well-known/jwks.json`.
    ///
    /// ```swift
    /// let keySet = try await Auth0.authentication().jwks().start()
    /// print(keySet.keys.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Returns: A request for the key set; nothing is sent before it is started.
    /// - SeeAlso: [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
    public func jwks() -> Request<JWKS, AuthenticationError> { implementation().request(.get, ".well-known/jwks.json") }
}

private let noRefreshToken = ConfigurationError(
    .missingToken, "log in with the scope offline_access to get a refresh token")
