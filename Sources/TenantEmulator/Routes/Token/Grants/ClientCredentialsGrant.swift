import ByteEncodings

extension TenantState {
    /// Issues an access token to the client itself.
    ///
    /// - SeeAlso: [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4)
    mutating func exchangeClientCredentials(_ parameters: Parameters, _ client: Client, _ context: RequestContext)
        throws(Refusal) -> JSONValue
    {
        guard !client.isPublic else {
            throw .oauth(403, "unauthorized_client", "Grant type 'client_credentials' not allowed for the client.")
        }
        guard let audience = try audience(parameters), let api = api(audience) else { throw .missing("audience") }
        let requested = try parameters.scopes() ?? api.scopes
        var grant = Grant(
            clientID: client.id, userID: "\(client.id)@clients", audience: audience,
            scopes: requested.filter(api.scopes.contains), session: "", authenticatedAt: now)
        (grant.kind, grant.keyThumbprint) = ("client-credentials", context.provenKey)
        let details = try parameters.details
        do throws(AuthorizationDetailsDefect) {
            grant.authorizationDetails = try authorizationDetails(details, of: audience)
        } catch { throw error.refusal }
        counters.tokensIssued += 1
        return .members([
            "access_token": accessToken(grant), "scope": grant.scopes.joined(separator: " "),
            "expires_in": configuration.accessTokenLifetime.wholeSeconds,
            "token_type": context.provenKey == nil ? "Bearer" : "DPoP", "authorization_details": grant.details,
        ])
    }
}
