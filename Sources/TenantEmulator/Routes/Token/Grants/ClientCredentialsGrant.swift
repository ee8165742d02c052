import ByteEncodings

extension TenantState {
    /// Issues an access token to the client itself.
    ///
    /// - SeeAlso: [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4), and the service's words for an
    ///   unknown audience in [an issue of node-auth0](https://github.com/auth0/node-auth0/issues/292)
    mutating func exchangeClientCredentials(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (client, key) = (request.client, request.context.provenKey)
        guard !client.isPublic else { throw .grantNotAllowed("client_credentials", client) }
        // SDKs send null for none.
        guard request["organization"]?.string == nil else {
            throw .notBuilt("The emulator has no organizations for client_credentials (organization)")
        }
        guard let audience = try audience(request.parameters, orSay: "Service not enabled within domain"),
            let api = api(audience)
        else { throw .missing("audience") }
        var grant = Grant(
            clientID: client.id, userID: Client.subject(of: client.id), audience: audience,
            scopes: try client.scopes(request.parameters.scopes(), of: api), session: "", authenticatedAt: now)
        (grant.kind, grant.keyThumbprint) = ("client-credentials", key)
        let details = try request.parameters.details
        do throws(AuthorizationDetailsDefect) {
            grant.authorizationDetails = try authorizationDetails(details, of: audience)
        } catch { throw error.refusal }
        counters.tokensIssued += 1
        let token = accessToken(grant)
        tokens.remember(
            IssuedTokens(
                at: now, userID: grant.userID, clientID: client.id, accessToken: token, idToken: nil, refreshToken: nil)
        )
        return .members([
            "access_token": token, "scope": grant.scopes.joined(separator: " "),
            "expires_in": configuration.accessTokenLifetime.wholeSeconds,
            "token_type": key == nil ? "Bearer" : "DPoP", "authorization_details": grant.details,
        ])
    }
}

extension Client {
    /// The subject of the access tokens that a client receives for itself.
    static func subject(of id: String) -> String { "\(id)@clients" }

    /// Returns the requested scopes of an access token for the client itself, by default all that it was granted.
    ///
    /// - SeeAlso: [The service's words, in an issue of auth0-python](https://github.com/auth0/auth0-python/issues/173)
    ///   and [in one of ruby-auth0](https://github.com/auth0/ruby-auth0/issues/610)
    fileprivate func scopes(_ requested: [String]?, of api: API) throws(Refusal) -> [String] {
        guard let granted = clientGrants.map({ $0[api.audience] }) ?? api.scopes else {
            throw .oauth(
                403, "access_denied",
                "Client is not authorized to access \"\(api.audience)\". You need to create a \"client-grant\" "
                    + "associated to this API. See: https://auth0.com/docs/api/v2#!/Client_Grants/post_client_grants")
        }
        guard let requested else { return granted }
        let more = requested.filter { !granted.contains($0) }
        guard more.isEmpty else {
            throw .oauth(403, "access_denied", "Client has not been granted scopes: \(more.joined(separator: ", "))")
        }
        return requested
    }
}
