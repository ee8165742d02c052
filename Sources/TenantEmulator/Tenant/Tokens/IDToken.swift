import ByteEncodings
import JOSE
import OpenSSLCryptography

extension TenantState {
    /// Creates the ID token of a grant ([OpenID Connect Core
    /// §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)).
    func idToken(_ grant: Grant, _ user: User, _ context: RequestContext, accessToken: String?) -> String {
        let key = idTokenKey(of: grant.clientID)
        var claims = user.claims(for: Set(grant.scopes))
        claims["iss"] = .string(issuer)
        claims["sub"] = .string(user.id)
        claims["aud"] = .string(grant.clientID)
        claims["iat"] = .integer(now)
        claims["exp"] = .integer(now + configuration.idTokenLifetime.wholeSeconds)
        claims["auth_time"] = .integer(grant.authenticatedAt)
        claims["sid"] = .string(grant.session)
        claims["jti"] = tokens.newIDTokenID(of: user.id, at: grant.clientID).map(JSONValue.string)
        claims["nonce"] = grant.nonce.map(JSONValue.string)
        claims["at_hash"] = accessToken.map { .string(key.algorithm.halfHash(of: $0)) }
        claims["c_hash"] = grant.code.map { .string(key.algorithm.halfHash(of: $0)) }
        claims["session_expiry"] = configuration.sessionLifetime.map { lifetime in
            .integer(grant.authenticatedAt + lifetime.wholeSeconds)
        }
        if !grant.methods.isEmpty { claims["amr"] = grant.methods.json }
        if grant.methods.contains("mfa") {
            claims["acr"] = .string("http://schemas.openid.net/pape/policies/2007/06/multi-factor")
        }
        grant.addParties(to: &claims)
        addCustomClaims(idTokenClaims, to: &claims, grant, user)
        return signForClient(claims, with: key, tampering: context.tampering)
    }

    /// Returns the key of a client's ID tokens: the tenant's key, or the client secret for a client with HS256.
    func idTokenKey(of clientID: String) -> SigningKey {
        guard let client = client(clientID), client.signsIDTokensWithSecret, let secret = client.secret,
            let key = try? SigningKey(secret: SecretBytes(Array(secret.utf8)), algorithm: .hs256)
        else { return keys.current }
        return key
    }
}
