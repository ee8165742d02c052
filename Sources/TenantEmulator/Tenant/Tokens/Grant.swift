import ByteEncodings

/// The authorization of a client by a user, from which tokens are issued.
struct Grant: Sendable {
    /// The number of characters of an ID.
    static let idCount = 12

    /// The beginning of the `jti` of every access token of the grant.
    let id = Secrets.token(9)
    let clientID: String
    let userID: String
    var audience: String?
    var scopes: [String]
    let session: String
    /// The time of the login, in seconds since 1970.
    let authenticatedAt: Int
    var nonce: String?
    /// The authorization details: JSON objects with a `type`.
    var authorizationDetails: [JSONValue] = []
    /// The thumbprint of the key that the tokens are bound to.
    var keyThumbprint: String?
    var organization: Organization?
    /// The actor, which contains its own actor (RFC 8693 §4.1).
    var actor: JSONValue?
    /// The authentication methods in addition to a password.
    var methods: [String] = []
    /// The authorization code that the grant was redeemed with.
    var code: String?
    /// The `gty` claim of the access token.
    var kind: String?

    /// The authorization details for responses and tokens; `nil` if there are none.
    var details: JSONValue? { authorizationDetails.isEmpty ? nil : .array(authorizationDetails) }

    /// The consent that covers the grant, if its client needs one.
    var consent: UserAtClient { UserAtClient(userID: userID, clientID: clientID, audience: audience ?? "") }

    func with(audience: String?, scopes: [String]) -> Grant {
        var grant = self
        (grant.audience, grant.scopes, grant.kind) = (audience, scopes, "refresh_token")
        (grant.nonce, grant.code) = (nil, nil)
        return grant
    }
}

extension TenantState {
    static let openIDScopes: Set<String> = ["openid", "profile", "email", "phone", "address", "offline_access"]

    /// Limits the requested scopes of an API to those that the user can be granted; like the service, without an error.
    func granted(
        _ requested: [String], of audience: String?, to user: User, in organization: Organization? = nil
    ) -> [String] {
        let api = audience.flatMap { self.api($0) }
        return requested.filter { isGranted($0, of: api, to: user, in: organization) }
    }

    private func isGranted(_ scope: String, of api: API?, to user: User, in organization: Organization?) -> Bool {
        if scope == "offline_access" { return api?.allowsOfflineAccess ?? true }
        if Self.openIDScopes.contains(scope) { return true }
        guard let api, api.scopes.contains(scope) else { return false }
        return !api.privilegedScopes.contains(scope)
            || permissions(of: user, at: api.audience, in: organization).contains(scope)
    }

    /// Issues tokens for a new grant, with a refresh token if it has `offline_access`; returns the token response.
    mutating func issueTokens(for grant: Grant, _ user: User, _ context: RequestContext) -> JSONValue {
        var grant = grant
        grant.keyThumbprint = context.provenKey
        let refreshToken =
            grant.scopes.contains("offline_access") && client(grant.clientID)?.allows("refresh_token") == true
            ? tokens.refresh.begin(grant, expiresAt: now + configuration.refreshTokenLifetime.wholeSeconds) : nil
        return issueTokens(for: grant, user, context, refreshToken: refreshToken)
    }

    /// Issues tokens for a grant; returns the token response.
    mutating func issueTokens(
        for grant: Grant, _ user: User, _ context: RequestContext, refreshToken: String?
    ) -> JSONValue {
        counters.tokensIssued += 1
        var grant = grant
        grant.keyThumbprint = context.provenKey
        let accessToken = accessToken(grant, user)
        let idToken = grant.scopes.contains("openid") ? idToken(grant, user, context, accessToken: accessToken) : nil
        tokens.remember(
            IssuedTokens(
                at: now, userID: user.id, clientID: grant.clientID, accessToken: accessToken, idToken: idToken,
                refreshToken: refreshToken))
        return .members([
            "access_token": accessToken,
            "refresh_token": refreshToken,
            "id_token": idToken,
            "scope": grant.scopes.joined(separator: " "),
            "expires_in": configuration.accessTokenLifetime.wholeSeconds,
            "token_type": context.provenKey == nil ? "Bearer" : "DPoP",
            "authorization_details": grant.details,
        ])
    }
}
