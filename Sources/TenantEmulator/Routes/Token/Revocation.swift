import ByteEncodings

extension Route {
    /// The token revocation endpoint.
    ///
    /// - SeeAlso: [RFC 7009 §2](https://www.rfc-editor.org/rfc/rfc7009#section-2)
    static let revocation = client("/oauth/revoke") { request, tenant throws(Refusal) in
        guard tenant.revoke(try request.required("token"), of: request.client) else {
            throw .invalidRequest("The token was issued to another client")
        }
        return HTTPResponse(200)
    }
}

extension TenantState {
    /// Revokes an access token or a refresh token, whose formats differ, so that a `token_type_hint` is not needed;
    /// `false` if the token belongs to another client, `true` also for an unknown token.
    fileprivate mutating func revoke(_ token: String, of client: Client) -> Bool {
        revokeAccessToken(token, of: client) ?? tokens.refresh.revoke(token, clientID: client.id)
    }

    /// Revokes an access token but, like the service, not the refresh token that was issued with it; `nil` if this is
    /// no valid access token, `false` if it belongs to another client.
    private mutating func revokeAccessToken(_ token: String, of client: Client) -> Bool? {
        guard let claims = try? claims(of: token), claims.isAccessToken, let id = claims["jti"]?.string,
            let expiry = claims["exp"]?.integer
        else { return nil }
        guard claims.clientID == client.id else { return false }
        tokens.revoke(id, expiresAt: expiry, at: now)
        return true
    }
}
