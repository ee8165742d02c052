import ByteEncodings

extension Route {
    /// The token revocation endpoint.
    ///
    /// - SeeAlso: [RFC 7009 §2](https://www.rfc-editor.org/rfc/rfc7009#section-2)
    static let revocation = [
        Route("POST", "/oauth/revoke") { context, tenant throws(Refusal) in
            let parameters = try Parameters(context.request)
            let client = try tenant.authenticateClient(context, parameters)
            // The `token_type_hint` is not needed: the formats of the two kinds of token differ.
            let token = try parameters.required("token")
            let isOwn = tenant.revokeAccessToken(token, of: client) ?? tenant.revokeRefreshToken(token, of: client)
            guard isOwn else { throw .oauth(400, "invalid_request", "The token was issued to another client") }
            return HTTPResponse(200)
        }
    ]
}

extension TenantState {
    /// Revokes a refresh token.
    ///
    /// - Returns: `false` if the token belongs to another client; `true` also for an unknown token.
    fileprivate mutating func revokeRefreshToken(_ token: String, of client: Client) -> Bool {
        tokens.refresh.revoke(token, clientID: client.id)
    }

    /// Revokes an access token but, like the service, not the refresh token that was issued with it.
    ///
    /// - Returns: `nil` if this is not a valid access token, `false` if it belongs to another client.
    fileprivate mutating func revokeAccessToken(_ token: String, of client: Client) -> Bool? {
        guard let claims = try? claims(of: token), claims.isAccessToken, let id = claims["jti"]?.string,
            let expiry = claims["exp"]?.integer
        else { return nil }
        guard claims.clientID == client.id else { return false }
        tokens.revoked[id] = expiry
        tokens.revoked.dropExpired(at: now, \.self)
        return true
    }
}
