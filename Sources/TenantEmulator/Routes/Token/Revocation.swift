import ByteEncodings

extension Route {
    /// The end of tokens, by those who hold them.
    ///
    /// - SeeAlso: [RFC 7009 §2](https://www.rfc-editor.org/rfc/rfc7009#section-2)
    static let revocation = [
        Route("POST", "/oauth/revoke") { context, tenant throws(Refusal) in
            let parameters = try Parameters(context.request)
            let client = try tenant.authenticateClient(context, parameters)
            // The hint is not needed: the two kinds of token cannot be taken for one another.
            let token = try parameters.required("token")
            let isOwn = tenant.revokeAccessToken(token, of: client) ?? tenant.revokeRefreshToken(token, of: client)
            guard isOwn else { throw .oauth(400, "invalid_request", "The token was issued to another client") }
            return HTTPResponse(200)
        }
    ]
}

extension TenantState {
    /// - Returns: `false` when the token belongs to another client; an unknown one is as good as revoked.
    fileprivate mutating func revokeRefreshToken(_ token: String, of client: Client) -> Bool {
        tokens.refresh.revoke(token, clientID: client.id)
    }

    /// Ends an access token alone: the service, too, leaves the refresh token that came with it.
    ///
    /// - Returns: `nil` when this is no access token that works, `false` when it belongs to another client.
    fileprivate mutating func revokeAccessToken(_ token: String, of client: Client) -> Bool? {
        guard let claims = try? claims(of: token), claims.isAccessToken, let id = claims["jti"]?.string,
            let expiry = claims["exp"]?.integer
        else { return nil }
        guard claims.clientID == client.id else { return false }
        tokens.revoked = tokens.revoked.filter { now < $0.value }
        tokens.revoked[id] = expiry
        return true
    }
}
