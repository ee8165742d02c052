import ByteEncodings

extension Route {
    /// Tokens for grants.
    static let token = [
        Route("POST", "/oauth/token") { call, tenant throws(Refusal) in
            let parameters = try Parameters(call.request)
            let grant = try parameters.required("grant_type")
            let client = try tenant.authenticateClient(call, parameters)
            guard let exchange = GrantHandlers.all[grant] else {
                throw .oauth(403, "unsupported_grant_type", "Unsupported grant type: \(grant)")
            }
            guard client.allows(grant) else {
                throw .oauth(403, "unauthorized_client", "Grant type '\(grant)' not allowed for the client.")
            }
            do throws(DPoPDefect) {
                tenant.provenKey = try tenant.proofKey(of: call)
            } catch { throw error.refusal }
            defer { tenant.provenKey = nil }
            guard tenant.provenKey != nil || !client.requiresProof else {
                throw DPoPDefect("a proof is required").refusal
            }
            return tenant.withNonce(.json(try exchange(parameters, client, &tenant)), call)
        }
    ]
}

/// How a grant turns into tokens.
enum GrantHandlers {
    typealias Exchange = @Sendable (Parameters, Client, inout TenantState) throws(Refusal) -> JSONValue

    /// Every grant, by its `grant_type`.
    static let all: [String: Exchange] = [
        "password": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangePassword(parameters, client)
        },
        "http://auth0.com/oauth/grant-type/password-realm": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangePassword(parameters, client, realm: parameters.required("realm"))
        },
        "http://auth0.com/oauth/grant-type/passwordless/otp": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeOneTimeCode(parameters, client)
        },
        "authorization_code": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeAuthorizationCode(parameters, client)
        },
        "refresh_token": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeRefreshToken(parameters, client)
        },
        "urn:ietf:params:oauth:grant-type:device_code": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeDeviceCode(parameters, client)
        },
        "urn:ietf:params:oauth:grant-type:token-exchange": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeSubjectToken(parameters, client)
        },
        Client.passkeyGrant: { parameters, client, tenant throws(Refusal) in
            try tenant.exchangePasskey(parameters, client)
        },
        "client_credentials": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeClientCredentials(parameters, client)
        },
        "http://auth0.com/oauth/grant-type/mfa-otp": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeSecondFactorCode(parameters, client)
        },
        "http://auth0.com/oauth/grant-type/mfa-oob": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeOutOfBand(parameters, client)
        },
        "http://auth0.com/oauth/grant-type/mfa-recovery-code": { parameters, client, tenant throws(Refusal) in
            try tenant.exchangeRecoveryCode(parameters, client)
        },
    ]
}

extension TenantState {
    /// The API that `audience` names, or the tenant's default, or none.
    func audience(_ parameters: Parameters) throws(Refusal) -> String? {
        guard let audience = try parameters.optional("audience") ?? defaultAudience else { return nil }
        guard api(audience) != nil || audience == userInfoAudience else {
            throw .oauth(403, "access_denied", "Service not found: \(audience)")
        }
        return audience == userInfoAudience ? nil : audience
    }

    /// The grant of a user who has just logged in.
    mutating func grant(_ parameters: Parameters, _ client: Client, _ user: User, kind: String?) throws(Refusal)
        -> Grant
    {
        let audience = try audience(parameters)
        let requested = try parameters.scopes() ?? ["openid", "profile", "email"]
        var grant = Grant(
            clientID: client.id, userID: user.id, audience: audience,
            scopes: granted(requested, of: audience, to: user), session: Secrets.token(24), authenticatedAt: now)
        grant.kind = kind
        grant.organization = try organization(parameters, client)
        if let organization = grant.organization { try enter(organization, user) }
        return grant
    }

    /// Ends a login that got as far as the right password or code.
    mutating func logIn(_ user: User, with grant: Grant, secondFactor: Bool = false) throws(Refusal) -> JSONValue {
        let isFromBrowser = grant.code != nil
        if let refusal = isFromBrowser ? user.refusalInBrowser : user.loginRefusal {
            throw Refusal(.json(refusal.body, status: refusal.status))
        }
        guard !user.isBlocked else { throw .oauth(401, "unauthorized", "user is blocked") }
        let memory = "\(grant.clientID) \(user.id)"
        let isRemembered = rememberedFactors[memory].map { now < $0 } ?? false
        guard !user.requiresSecondFactor || secondFactor || isRemembered else {
            throw demandSecondFactor(of: user, for: grant)
        }
        if grant.methods.contains("mfa") { rememberedFactors[memory] = now + configuration.secondFactorMemory }
        users[user.id]?.logins += 1
        users[user.id]?.lastLogin = clock.now
        return tokens(for: grant, user)
    }
}
