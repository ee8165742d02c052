import Encodings

/// What somebody was given leave to do, from which tokens are made.
struct Grant: Sendable {
    let clientID: String
    let userID: String
    let audience: String?
    let scopes: [String]
    let session: String
    /// When the user proved who they are.
    let authenticatedAt: Int
    var nonce: String?
    /// The thumbprint of the key that the tokens are bound to.
    var keyThumbprint: String?
    var organization: String?
    /// Who acts for the user.
    var actor: String?
    /// The `gty` claim of the access token.
    var kind: String?

    func with(audience: String?, scopes: [String]) -> Grant {
        var grant = Grant(
            clientID: clientID, userID: userID, audience: audience, scopes: scopes, session: session,
            authenticatedAt: authenticatedAt)
        (grant.organization, grant.actor, grant.kind) = (organization, actor, "refresh_token")
        return grant
    }
}

extension TenantState {
    static let openIDScopes: Set<String> = ["openid", "profile", "email", "phone", "address", "offline_access"]

    /// The scopes of `requested` that a user can have for an API.
    ///
    /// As with the real service, what is not there to be had is left out without a word.
    func granted(_ requested: [String], of audience: String?, to user: User) -> [String] {
        let api = audience.flatMap { self.api($0) }
        return requested.filter { isGranted($0, of: api, to: user) }
    }

    private func isGranted(_ scope: String, of api: API?, to user: User) -> Bool {
        if scope == "offline_access" { return api?.allowsOfflineAccess ?? true }
        if Self.openIDScopes.contains(scope) { return true }
        guard let api, api.scopes.contains(scope) else { return false }
        return !api.privileged.contains(scope) || user.permissions[api.audience]?.contains(scope) == true
    }

    /// The access token of a grant.
    func accessToken(_ grant: Grant) -> String {
        let scopes = grant.scopes.joined(separator: " ")
        var audiences = grant.audience.map { [$0] } ?? []
        if grant.scopes.contains("openid") || audiences.isEmpty { audiences.append(userInfoAudience) }
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(grant.userID), "aud": audiences.json, "iat": .integer(now),
            "exp": .integer(now + configuration.accessTokenLifetime), "scope": .string(scopes),
            "azp": .string(grant.clientID), "jti": .string(Secrets.token(16)),
        ]
        claims["gty"] = grant.kind.map(JSONValue.string)
        claims["org_id"] = grant.organization.map(JSONValue.string)
        claims["act"] = grant.actor.map { .members(["sub": $0]) }
        claims["cnf"] = grant.keyThumbprint.map { .members(["jkt": $0]) }
        return sign(claims)
    }

    /// The ID token of a grant.
    func idToken(_ grant: Grant, _ user: User) -> String {
        var claims = user.claims(for: Set(grant.scopes))
        claims["iss"] = .string(issuer)
        claims["sub"] = .string(user.id)
        claims["aud"] = .string(grant.clientID)
        claims["iat"] = .integer(now)
        claims["exp"] = .integer(now + configuration.idTokenLifetime)
        claims["auth_time"] = .integer(grant.authenticatedAt)
        claims["sid"] = .string(grant.session)
        claims["nonce"] = grant.nonce.map(JSONValue.string)
        claims["org_id"] = grant.organization.map(JSONValue.string)
        claims["act"] = grant.actor.map { .members(["sub": $0]) }
        return signIDToken(claims)
    }

    /// The answer of the token endpoint for a grant that begins.
    mutating func tokens(for grant: Grant, _ user: User) -> JSONValue {
        var grant = grant
        grant.keyThumbprint = provenKey
        let refreshToken =
            grant.scopes.contains("offline_access")
            ? refreshTokens.begin(grant, expiresAt: now + configuration.refreshTokenLifetime) : nil
        return tokens(for: grant, user, refreshToken: refreshToken)
    }

    /// The answer of the token endpoint.
    mutating func tokens(for grant: Grant, _ user: User, refreshToken: String?) -> JSONValue {
        counters.tokensIssued += 1
        var grant = grant
        grant.keyThumbprint = provenKey
        return .members([
            "access_token": accessToken(grant),
            "refresh_token": refreshToken,
            "id_token": grant.scopes.contains("openid") ? idToken(grant, user) : nil,
            "scope": grant.scopes.joined(separator: " "),
            "expires_in": configuration.accessTokenLifetime,
            "token_type": provenKey == nil ? "Bearer" : "DPoP",
        ])
    }
}
