import ByteEncodings
import JOSE

extension Route {
    static let wellKnown =
        [
            Route("GET", "/.well-known/jwks.json") { _, tenant in
                .json(tenant.keySet)
            }
        ]
        + ["openid-configuration", "oauth-authorization-server"].map { name in
            Route("GET", "/.well-known/\(name)") { context, tenant in
                .json(tenant.metadata(for: tenant.programOrigin(of: context)))
            }
        }
}

extension TenantState {
    var keySet: JSONValue { .members(["keys": keys.publishedMembers]) }
}

extension TenantState {
    /// The discovery document: programs request the addresses of `server`, and browsers visit the domain.
    ///
    /// - SeeAlso: [OpenID Connect Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html),
    ///   [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2)
    fileprivate func metadata(for server: String) -> JSONValue {
        let assertionAlgorithms = (Client.keyAlgorithms + Client.secretAlgorithms).map(\.rawValue)
        return .members([
            "issuer": issuer,
            "authorization_endpoint": domain + "/authorize",
            "token_endpoint": server + "/oauth/token",
            "userinfo_endpoint": server + "/userinfo",
            "jwks_uri": server + "/.well-known/jwks.json",
            "registration_endpoint": server + "/oidc/register",
            "revocation_endpoint": server + "/oauth/revoke",
            "revocation_endpoint_auth_signing_alg_values_supported": assertionAlgorithms,
            "revocation_endpoint_auth_methods_supported": Client.Authentication.Kind.allCases.map(\.rawValue),
            // The service publishes none; programs for other providers find it here.
            "introspection_endpoint": server + "/oauth/introspect",
            "introspection_endpoint_auth_signing_alg_values_supported": assertionAlgorithms,
            "introspection_endpoint_auth_methods_supported": Client.Authentication.Kind.confidential.map(\.rawValue),
            "pushed_authorization_request_endpoint": server + "/oauth/par",
            "require_pushed_authorization_requests": false,
            "end_session_endpoint": domain + "/oidc/logout",
            "device_authorization_endpoint": server + "/oauth/device/code",
            "mfa_challenge_endpoint": server + "/mfa/challenge",
            "scopes_supported": ["openid", "profile", "offline_access", "email", "phone", "address"],
            "response_types_supported": ResponseType.allCases.map(\.rawValue),
            "response_modes_supported": ResponseMode.allCases.map(\.rawValue),
            "grant_types_supported": GrantType.names,
            "authorization_response_iss_parameter_supported": true,
            "prompt_values_supported": ["none", "login", "consent", "select_account"],
            "ui_locales_supported": Language.allCases.map(\.rawValue),
            "request_parameter_supported": true,
            "request_object_signing_alg_values_supported": Client.keyAlgorithms.map(\.rawValue),
            "require_signed_request_object": false,
            "request_uri_parameter_supported": false,
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["HS256", keys.current.algorithm.rawValue],
            "userinfo_signing_alg_values_supported": [keys.current.algorithm.rawValue],
            "token_endpoint_auth_methods_supported": Client.Authentication.Kind.allCases.map(\.rawValue),
            "token_endpoint_auth_signing_alg_values_supported": assertionAlgorithms,
            "dpop_signing_alg_values_supported": configuration.dpopAlgorithms,
            "authorization_details_types_supported": Set(apis.flatMap(\.authorizationDetailsTypes)).sorted(),
            "backchannel_logout_supported": true,
            "backchannel_logout_session_supported": true,
            "code_challenge_methods_supported": ["S256", "plain"],
            "claims_supported": [
                "aud", "auth_time", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss", "name",
                "nickname", "phone_number", "picture", "sub",
            ],
        ])
    }
}
