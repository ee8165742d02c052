import ByteEncodings

extension Route {
    /// The token endpoint.
    ///
    /// - SeeAlso: [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2)
    static let token = Route("POST", "/oauth/token") { context, tenant throws(Refusal) in
        let parameters = try Parameters(context.request)
        let grant = try parameters.required("grant_type")
        let client = try tenant.authenticateClient(context, parameters)
        guard let type = GrantType(rawValue: grant) else {
            guard !GrantType.unbuilt.contains(grant) else {
                throw .notBuilt("The emulator has no grant type \(grant)")
            }
            throw .oauth(403, "unsupported_grant_type", "Unsupported grant type: \(grant)")
        }
        guard client.allows(grant) else { throw .grantNotAllowed(grant, client) }
        var request = ClientRequest(client: client, parameters: parameters, context: context)
        do throws(DPoPDefect) {
            request.context.provenKey = try tenant.proofKey(of: context)
        } catch { throw error.refusal }
        guard request.context.provenKey != nil || !client.requiresDPoP else {
            throw DPoPDefect("a proof is required").refusal
        }
        // Precedes the read of the state for the nonce: with an earlier copy, this change would copy the whole
        // state.
        let response = HTTPResponse.json(try tenant.exchange(type, request))
        return tenant.withNonce(response, request.context)
    }
}

extension TenantState {
    /// Reads the `audience` parameter, by default the tenant's default; `nil` for an access token that is only for user
    /// info.
    func audience(_ parameters: Parameters, orSay text: String = "Service not found") throws(Refusal) -> String? {
        guard let audience = try parameters.optional("audience") ?? defaultAudience else { return nil }
        guard api(audience) != nil || audience == userInfoAudience else { throw unknownAudience(audience, text) }
        return audience == userInfoAudience ? nil : audience
    }

    /// Creates the grant of a user who has just been authenticated.
    mutating func grant(_ request: ClientRequest, _ user: User, kind: String? = nil) throws(Refusal) -> Grant {
        let audience = try audience(request.parameters)
        let requested = try request.parameters.scopes() ?? ["openid", "profile", "email"]
        let organization = try organization(request.parameters, request.client)
        if let organization { try authorizeLogin(of: user, to: organization) }
        var grant = Grant(
            clientID: request.client.id, userID: user.id, audience: audience,
            scopes: granted(requested, of: audience, to: user, in: organization),
            session: tokens.newID(24, of: user.id),
            authenticatedAt: now)
        (grant.kind, grant.organization) = (kind, organization)
        return grant
    }

    /// Issues the tokens of a user who has presented a valid credential, with `secondFactor` one that needs no further
    /// factor; refuses a blocked user.
    mutating func logIn(
        _ user: User, with grant: Grant, _ context: RequestContext, secondFactor: Bool = false
    ) throws(Refusal) -> JSONValue {
        let isFromBrowser = grant.code != nil
        if let refusal = isFromBrowser ? user.refusalInBrowser : user.loginRefusal {
            throw Refusal(.json(refusal.body, status: refusal.status))
        }
        guard !user.isBlocked else { throw .oauth(401, "unauthorized", "user is blocked") }
        try checkMembership(grant, user)
        let memory = UserAtClient(userID: user.id, clientID: grant.clientID)
        let isRemembered = secondFactors.remembered[memory].map { now < $0 } ?? false
        guard !user.requiresSecondFactor || secondFactor || isRemembered else {
            throw demandSecondFactor(of: user, for: grant)
        }
        if grant.methods.contains("mfa") {
            secondFactors.remembered[memory] = now + configuration.secondFactorMemory.wholeSeconds
        }
        countLogin(of: user, at: grant.clientID, context)
        return issueTokens(for: grant, user, context)
    }

    mutating func countLogin(of user: User, at clientID: String, _ context: RequestContext) {
        noteLogin(of: user.id, context, isCounted: true)
        record(.login, user, clientID: clientID)
    }

    /// Records the time and the address of a login, which is counted when the client receives tokens.
    mutating func noteLogin(of userID: String, _ context: RequestContext, isCounted: Bool = false) {
        // The stored user: the request may have changed it.
        guard var known = users[userID] else { return }
        if isCounted { known.logins += 1 }
        known.lastLogin = clock.now
        known.lastAddress = context.request.client ?? known.lastAddress
        users[userID] = known
    }
}
