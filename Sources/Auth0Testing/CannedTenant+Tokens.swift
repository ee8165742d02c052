import ByteEncodings
import FoundationEssentials
import JOSE

extension CannedTenant {
    /// Issues an ID token that the SDK accepts: signed with the key of the tenant, for its client.
    ///
    /// - Parameters:
    ///   - subject: The ID of the user, `auth0|test` by default.
    ///   - nonce: The nonce of the login; `nil`, the default, for none.
    ///   - lifetime: The time until the token expires, ten hours by default; negative for an expired token.
    ///   - claims: Further claims, which replace other claims of the same name.
    /// - Returns: The token.
    /// - Throws: A `JOSEError` for claims that are no JSON.
    /// - SeeAlso: [OpenID Connect Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)
    public func idToken(
        subject: String = "auth0|test", nonce: String? = nil, lifetime: Duration = .seconds(36_000),
        claims: [String: any Sendable] = [:]
    ) throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        var members: [String: any Sendable] = [
            "iss": issuer, "aud": clientID, "sub": subject, "iat": now,
            "exp": now + Int(lifetime.components.seconds),
        ]
        members["nonce"] = nonce
        members.merge(claims) { $1 }
        guard let body = CannedResponse.body(members) else { throw JOSEError(.malformed) }
        return try key.sign(body, type: "JWT")
    }

    /// The response with the public key.
    func keySetResponse() throws -> CannedResponse {
        CannedResponse(status: 200, bytes: Array(try JSONEncoder().encode(JSONWebKeySet(publishing: [key]))))
    }

    /// The response with the metadata.
    ///
    /// - SeeAlso: [OpenID Connect Discovery
    ///   §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata)
    var metadataResponse: CannedResponse {
        .json([
            "issuer": issuer, "authorization_endpoint": "\(issuer)authorize", "token_endpoint": "\(issuer)oauth/token",
            "userinfo_endpoint": "\(issuer)userinfo", "jwks_uri": "\(issuer).well-known/jwks.json",
            "revocation_endpoint": "\(issuer)oauth/revoke",
            "device_authorization_endpoint": "\(issuer)oauth/device/code", "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256"],
        ])
    }
}
