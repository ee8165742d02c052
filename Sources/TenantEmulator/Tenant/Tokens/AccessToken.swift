import ByteEncodings
import JOSE

extension TenantState {
    /// Creates the access token of a grant, in the dialect of its API; an opaque token if the grant has no API.
    func accessToken(_ grant: Grant, _ user: User? = nil) -> String {
        let api = grant.audience.flatMap { self.api($0) }
        let isStandard = api?.tokenDialect.isStandard == true
        var audiences = grant.audience.map { [$0] } ?? []
        if grant.scopes.contains("openid") || audiences.isEmpty { audiences.append(userInfoAudience) }
        var claims: [String: JSONValue] = [
            // One audience is a string, several are an array: RFC 7519 §4.1.3. The service does so, too:
            // https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles
            "aud": audiences.count == 1 ? .string(audiences[0]) : audiences.json,
            "iss": .string(issuer), "sub": .string(grant.userID), "iat": .integer(now),
            "exp": .integer(now + configuration.accessTokenLifetime.wholeSeconds),
            "jti": .string(grant.id + tokens.newID(9, of: grant.userID, at: grant.clientID)),
            "scope": .string(grant.scopes.joined(separator: " ")),
        ]
        // RFC 9068 §2.2 defines `client_id`; the service's own dialect has `azp` and `gty`.
        claims[isStandard ? "client_id" : "azp"] = .string(grant.clientID)
        if !isStandard { claims["gty"] = grant.kind.map(JSONValue.string) }
        if isStandard, user != nil { claims["auth_time"] = .integer(grant.authenticatedAt) }
        if let api, api.tokenDialect.hasPermissions {
            claims["permissions"] =
                (user.map { permissions(of: $0, at: api.audience, in: grant.organization) } ?? []).sorted().json
        }
        grant.addParties(to: &claims)
        claims["authorization_details"] = grant.details
        claims["cnf"] = grant.keyThumbprint.map { .members(["jkt": $0]) }
        addCustomClaims(accessTokenClaims, to: &claims, grant, user)
        let isOpaque = grant.audience == nil && configuration.usesOpaqueAccessTokens && configuration.service == .auth0
        if isOpaque, let token = opaqueTokens.seal(claims) { return token }
        return sign(claims, with: keys.current, type: isStandard ? "at+jwt" : "JWT")
    }

    /// Signs claims without a fault.
    func sign(_ claims: [String: JSONValue], with key: SigningKey, type: String) -> String {
        do {
            return try key.sign(claims.json.encoded, type: type)
        } catch { preconditionFailure("cannot sign: \(error)") }
    }
}

extension Grant {
    func addParties(to claims: inout [String: JSONValue]) {
        claims["org_id"] = organization.map { .string($0.id) }
        claims["org_name"] = organization.map { .string($0.name) }
        claims["act"] = actor
    }
}
