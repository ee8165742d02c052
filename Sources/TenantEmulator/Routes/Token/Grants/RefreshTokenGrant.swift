import ByteEncodings

extension TenantState {
    /// Exchanges a refresh token for new tokens and, if the client's refresh tokens rotate, its successor.
    ///
    /// The request may name another audience, as with a multi-resource refresh token, or request a session transfer
    /// token.
    mutating func exchangeRefreshToken(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (client, context) = (request.client, request.context)
        let token = try request.required("refresh_token")
        let audience = try request.optional("audience")
        let scopes = try request.parameters.scopes()
        let isTransfer = audience == sessionTransferAudience
        if let audience, !isTransfer, api(audience) == nil, audience != userInfoAudience {
            throw unknownAudience(audience)
        }
        let known = tokens.refresh.grant(of: token, clientID: client.id, at: now)
        var details: [JSONValue] = []
        // Every check precedes the exchange, so that a refused request does not consume the token.
        if let grant = known ?? tokens.refresh.grant(of: token) {
            guard grant.clientID == client.id else { throw .invalidGrant("Unknown or invalid refresh token.") }
            guard users[grant.userID] != nil else {
                throw .invalidGrant("The refresh_token was generated for a user who doesn't exist anymore.")
            }
        }
        if let granted = known, let user = users[granted.userID] {
            guard !user.isBlocked else { throw .oauth(401, "unauthorized", "user is blocked") }
            try checkMembership(granted, user)
            let target = target(audience, of: granted)
            if let scopes, target == granted.audience { try check(scopes, granted, user) }
            details = try narrowed(
                granted.authorizationDetails, request.parameters, audience: isTransfer ? granted.audience : target)
            // Only a public client's refresh token is bound; a confidential client authenticates: RFC 9449 §5.
            guard !client.isPublic || granted.keyThumbprint == nil || granted.keyThumbprint == context.provenKey else {
                throw DPoPDefect("the refresh token is bound to another key").refusal
            }
        }
        let (grant, successor) = try exchange(token, client.refreshTokens)
        guard let user = users[grant.userID] else { throw .invalidGrant("Unknown or invalid refresh token.") }
        counters.renewals += 1
        if isTransfer { return sessionTransfer(grant, user, context, refreshToken: successor) }
        let target = target(audience, of: grant)
        var wanted = granted(scopes ?? grant.scopes, of: target, to: user, in: grant.organization)
        if target == grant.audience { wanted.removeAll { exceeds($0, grant) } }
        var renewed = grant.with(audience: target, scopes: wanted)
        renewed.authorizationDetails = details
        return issueTokens(for: renewed, user, context, refreshToken: successor)
    }

    /// Returns the API of a renewal: that of the login, unless the request names another one.
    private func target(_ audience: String?, of grant: Grant) -> String? {
        audience == nil || audience == userInfoAudience ? grant.audience : audience
    }

    private func exceeds(_ scope: String, _ grant: Grant) -> Bool {
        !grant.scopes.contains(scope) && scope != "openid"
    }

    /// Refuses scopes beyond those that were granted (RFC 6749 §6), except those that the user cannot be granted, or
    /// could not at the login: programs repeat all scopes of the login.
    ///
    /// - SeeAlso: [nextjs-auth0, scopes of renewals](https://github.com/auth0/nextjs-auth0/pull/2337)
    private func check(_ scopes: [String], _ grant: Grant, _ user: User) throws(Refusal) {
        let privileged = grant.audience.flatMap { api($0) }?.privilegedScopes ?? []
        let more = granted(scopes, of: grant.audience, to: user, in: grant.organization)
            .filter { exceeds($0, grant) && !privileged.contains($0) }
        guard more.isEmpty else {
            throw .oauth(403, "invalid_scope", "Scope exceeds what was granted: \(more.joined(separator: " "))")
        }
    }

    private mutating func exchange(
        _ token: String, _ settings: Client.RefreshTokenSettings
    ) throws(Refusal) -> (Grant, String?) {
        let overlap = (settings.leeway ?? configuration.refreshTokenOverlap).wholeSeconds
        switch tokens.refresh.exchange(token, at: now, rotating: settings.rotate, overlap: overlap) {
        case .fresh(let grant, let successor): return (grant, successor)
        case .unknown: throw .invalidGrant("Unknown or invalid refresh token.")
        case .reused:
            counters.refreshTokenReuses += 1
            counters.revokedFamilies += 1
            throw .invalidGrant("Unknown or invalid refresh token.").because(
                "The refresh token was used before; the grant is revoked.")
        }
    }

    private static let sessionTransferLifetime = 60

    /// The audience of session transfer tokens: `urn:<host>:session_transfer`.
    private var sessionTransferAudience: String {
        let host = domain.split(separator: "/").last?.prefix { $0 != ":" } ?? ""
        return "urn:\(host):session_transfer"
    }

    private mutating func sessionTransfer(
        _ grant: Grant, _ user: User, _ context: RequestContext, refreshToken: String?
    ) -> JSONValue {
        counters.tokensIssued += 1
        let token = Secrets.token(48)
        let transfer = SessionTransfer(
            userID: user.id, authenticatedAt: grant.authenticatedAt, methods: grant.methods,
            expiresAt: now + Self.sessionTransferLifetime)
        sessions.transfers.store(transfer, as: token, at: now)
        return .members([
            "access_token": token,
            "refresh_token": refreshToken,
            "id_token": idToken(grant.with(audience: nil, scopes: grant.scopes), user, context, accessToken: nil),
            "issued_token_type": "urn:auth0:params:oauth:token-type:session_transfer_token",
            "token_type": "N_A",
            "expires_in": Self.sessionTransferLifetime,
        ])
    }
}
