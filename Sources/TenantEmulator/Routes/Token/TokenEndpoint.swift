import ByteEncodings

extension Route {
    /// The token endpoint.
    ///
    /// - SeeAlso: [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2)
    static let token = [
        Route("POST", "/oauth/token") { context, tenant throws(Refusal) in
            let parameters = try Parameters(context.request)
            let grant = try parameters.required("grant_type")
            let client = try tenant.authenticateClient(context, parameters)
            guard let handler = GrantHandlers.all[grant] else {
                throw .oauth(403, "unsupported_grant_type", "Unsupported grant type: \(grant)")
            }
            guard client.allows(grant) else { throw .grantNotAllowed(grant, client) }
            var context = context
            do throws(DPoPDefect) {
                context.provenKey = try tenant.proofKey(of: context)
            } catch { throw error.refusal }
            guard context.provenKey != nil || !client.requiresDPoP else {
                throw DPoPDefect("a proof is required").refusal
            }
            // Precedes the read of the state for the nonce: with an earlier copy, this change would copy the whole
            // state.
            let response = HTTPResponse.json(try handler(parameters, client, context, &tenant))
            return tenant.withNonce(response, context)
        }
    ]
}

extension TenantState {
    /// Reads the `audience` parameter.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the request.
    ///   - text: What precedes an unknown audience in the refusal.
    /// - Returns: The audience; without the parameter the tenant's default; `nil` for an access token that is only for
    ///   user info.
    /// - Throws: A refusal for an unknown API.
    func audience(_ parameters: Parameters, orSay text: String = "Service not found") throws(Refusal) -> String? {
        guard let audience = try parameters.optional("audience") ?? defaultAudience else { return nil }
        guard api(audience) != nil || audience == userInfoAudience else { throw unknownAudience(audience, text) }
        return audience == userInfoAudience ? nil : audience
    }

    /// Creates the grant of a user who has just been authenticated.
    ///
    /// - Throws: A refusal for an unknown API or organization, or a user who may not log in to the organization.
    mutating func grant(
        _ parameters: Parameters, _ client: Client, _ user: User, kind: String?
    ) throws(Refusal) -> Grant {
        let audience = try audience(parameters)
        let requested = try parameters.scopes() ?? ["openid", "profile", "email"]
        let organization = try organization(parameters, client)
        if let organization { try authorizeLogin(of: user, to: organization) }
        var grant = Grant(
            clientID: client.id, userID: user.id, audience: audience,
            scopes: granted(requested, of: audience, to: user, in: organization), session: Secrets.token(24),
            authenticatedAt: now)
        (grant.kind, grant.organization) = (kind, organization)
        return grant
    }

    /// Completes the login of a user who has presented a valid password, code or other credential.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - grant: The grant to issue tokens for.
    ///   - context: The request.
    ///   - secondFactor: Whether the login needs no further factor.
    /// - Returns: The token response.
    /// - Throws: A refusal for a blocked user, or the demand for a second factor.
    mutating func logIn(
        _ user: User, with grant: Grant, _ context: RequestContext, secondFactor: Bool = false
    ) throws(Refusal) -> JSONValue {
        let isFromBrowser = grant.code != nil
        if let refusal = isFromBrowser ? user.refusalInBrowser : user.loginRefusal {
            throw Refusal(.json(refusal.body, status: refusal.status))
        }
        guard !user.isBlocked else { throw .oauth(401, "unauthorized", "user is blocked") }
        let memory = "\(grant.clientID) \(user.id)"
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

    /// Counts a login that issued tokens to a client, and records it in the log.
    mutating func countLogin(of user: User, at clientID: String, _ context: RequestContext) {
        // Changes the stored user: the request may have changed it, so `user` may be outdated.
        users[user.id]?.logins += 1
        noteLogin(of: user.id, context)
        record(.login, user, clientID: clientID)
    }

    /// Records the time and the client of a user's login.
    mutating func noteLogin(of userID: String, _ context: RequestContext) {
        guard var known = users[userID] else { return }
        known.lastLogin = clock.now
        known.lastAddress = context.request.client ?? known.lastAddress
        users[userID] = known
    }
}
