import ByteEncodings

extension Route {
    /// The token introspection endpoint.
    ///
    /// - SeeAlso: [RFC 7662 §2](https://www.rfc-editor.org/rfc/rfc7662#section-2)
    static let introspection = client("/oauth/introspect") { request, tenant throws(Refusal) in
        // Without authentication, an attacker could probe for valid tokens: RFC 7662 §2.1.
        guard !request.client.isPublic else {
            throw .unauthorized(because: "A public client cannot introspect tokens")
        }
        let token = try request.required("token")
        return .json(tenant.introspection(of: token, for: request.client) ?? .members(["active": false]))
    }
}

extension TenantState {
    /// Returns the introspection response; `nil` for an invalid token or a refresh token of another client.
    fileprivate func introspection(of token: String, for client: Client) -> JSONValue? {
        if let claims = try? claims(of: token) { return introspection(of: claims) }
        guard let grant = tokens.refresh.grant(of: token, clientID: client.id, at: now),
            !tokens.refresh.wasExchanged(token), let user = users[grant.userID], !user.isBlocked
        else { return nil }
        return .members([
            "active": true, "scope": grant.scopes.joined(separator: " "), "client_id": grant.clientID,
            "sub": grant.userID, "iss": issuer, "exp": tokens.refresh.expiry(of: token),
            "authorization_details": grant.details,
        ])
    }

    private func introspection(of claims: TokenClaims) -> JSONValue? {
        guard claims.isAccessToken, let clientID = claims.clientID, self.client(clientID) != nil else { return nil }
        return .members([
            "active": true, "scope": claims["scope"], "client_id": clientID,
            "username": claims.subject.flatMap { users[$0]?.record.email },
            "token_type": claims["cnf"] == nil ? "Bearer" : "DPoP", "exp": claims["exp"], "iat": claims["iat"],
            "sub": claims["sub"], "aud": claims["aud"], "iss": claims["iss"], "jti": claims["jti"],
            "cnf": claims["cnf"], "authorization_details": claims["authorization_details"],
        ])
    }
}
