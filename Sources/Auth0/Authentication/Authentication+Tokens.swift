import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// Exchanges the authorization code that a browser login ended with for credentials.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - codeVerifier: The verifier whose challenge the login began with.
    ///   - redirectURI: The redirect URI the login began with.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3),
    ///   [RFC 7636 §4.5](https://www.rfc-editor.org/rfc/rfc7636#section-4.5)
    public func codeExchange(
        withCode code: String, codeVerifier: String, redirectURI: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": codeVerifier,
            "redirect_uri": redirectURI,
        ])
    }

    /// Renews credentials with a refresh token.
    ///
    /// Where the tenant rotates refresh tokens, the answer holds a new one and the old one is spent: store the new one
    /// before anything else, and never send the old one again.
    ///
    /// - Parameters:
    ///   - refreshToken: The refresh token; an empty one makes the request fail at once, without traffic.
    ///   - audience: Another API the access token is for; `nil` keeps the one of the login.
    ///   - scope: Fewer scopes than the login had; `nil` keeps them all.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6)
    public func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "refresh_token",
            "refresh_token": refreshToken,
            "audience": audience,
            "scope": audience == nil ? scope : scope?.withOpenID,
        ]).failing(refreshToken.isEmpty ? noRefreshToken : nil)
    }

    /// The same with the usual values of what is left out; a refresh token that is `nil` makes the request fail at once.
    public func renew(
        withRefreshToken refreshToken: String?, audience: String? = nil, scope: String? = nil
    ) -> Request<Credentials, AuthenticationError> {
        refreshToken.map { renew(withRefreshToken: $0, audience: audience, scope: scope) }
            ?? Request(result: .failure(AuthenticationError(cause: noRefreshToken)))
    }

    /// Exchanges a refresh token for a token that carries the session over to a web site.
    ///
    /// - Parameter refreshToken: The refresh token; an empty one makes the request fail at once, without traffic.
    /// - Returns: A request for the session transfer token, and for the new refresh token where they are rotated.
    public func ssoExchange(withRefreshToken refreshToken: String) -> Request<SSOCredentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).fields([
            "grant_type": "refresh_token",
            "refresh_token": refreshToken,
            "audience": "urn:\((try? implementation.address.base.get().host) ?? ""):session_transfer",
        ]).failing(refreshToken.isEmpty ? noRefreshToken : nil)
    }

    /// The same; a refresh token that is `nil` makes the request fail at once.
    public func ssoExchange(withRefreshToken refreshToken: String?) -> Request<SSOCredentials, AuthenticationError> {
        refreshToken.map { ssoExchange(withRefreshToken: $0) }
            ?? Request(result: .failure(AuthenticationError(cause: noRefreshToken)))
    }

    /// Revokes a refresh token, and with it the grant it belongs to.
    ///
    /// - Parameter refreshToken: The refresh token.
    /// - Returns: A request without a result.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke(refreshToken: String) -> Request<Void, AuthenticationError> {
        implementation.post("oauth/revoke").fields(["token": refreshToken])
    }

    /// Reads the keys with which the tenant signs its tokens.
    ///
    /// - Returns: A request for the key set.
    /// - SeeAlso: [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
    public func jwks() -> Request<JWKS, AuthenticationError> { implementation.request(.get, ".well-known/jwks.json") }
}

private let noRefreshToken = ConfigurationError(
    .missingToken, "log in with the scope offline_access to get a refresh token")
