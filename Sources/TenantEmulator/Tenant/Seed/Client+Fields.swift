import ByteEncodings
import JOSE

extension TenantSeed.Client {
    static let fields: [SeedField<Self>] = identity + addresses + permissions + requirements

    private static let identity: [SeedField<Self>] = [
        .required("client_id", \.id, "The client ID.", managed: "client_id"),
        .text("name", \.name, or: \.id, "The name that users see; the ID by default."),
        .text("client_secret", \.secret, "The client secret; none by default.", managed: "client_secret"),
        .value("jwks", .object, \.keys, "The public keys of client assertions and request objects (RFC 7517).") {
            reader, name throws(EmulatorError) in
            try reader.optional(name, "a JSON Web Key Set with at least one key") {
                try? JSONWebKeySet(parsing: $0.encoded)
            }
        } write: { keys in
            keys.map { JSONValue.members(["keys": $0.keys.map(\.json)]) }
        },
        .value(
            "token_endpoint_auth_method", .choice(Authentication.Kind.allCases.map(\.rawValue)), \.authentication,
            "The method of client authentication; by default what client_secret and jwks imply.",
            managed: "token_endpoint_auth_method"
        ) { reader, name throws(EmulatorError) in
            try reader.choice(name, Authentication.Kind.self).map(Authentication.init)
        } write: {
            $0?.kind.rawValue.json
        },
    ]

    private static let addresses: [SeedField<Self>] = [
        .texts("callbacks", \.callbacks, "The allowed redirect URIs.", managed: "callbacks"),
        .texts(
            "logout_urls", \.logoutURLs, "The allowed targets of redirects after a logout.",
            managed: "allowed_logout_urls"),
        .texts(
            "allowed_origins", \.allowedOrigins, "The origins whose scripts may send requests as the client.",
            managed: "allowed_origins"),
        .texts(
            "web_origins", \.webOrigins, "The origins whose pages may log in silently, in a frame.",
            managed: "web_origins"),
        .text(
            "initiate_login_uri", \.loginURL,
            "The page that begins a login, to which invitations lead; a redirect URI by default.",
            managed: "initiate_login_uri"),
        .text(
            "backchannel_logout_uri", \.backChannelLogoutURL, "The URL that receives logout tokens; none by default."),
        .flag(
            "any_loopback_port", \.allowsAnyLoopbackPort,
            "Whether redirect URIs on 127.0.0.1 and [::1] may have any port; false by default."),
    ]

    private static let permissions: [SeedField<Self>] = [
        .texts(
            "grant_types", \.grantTypes, "The allowed grant types; all by default.", of: GrantType.names),
        .value(
            "client_grants", .object, \.clientGrants,
            "The scopes of client_credentials, by the identifier of the API; every scope of every API by default."
        ) { reader, name throws(EmulatorError) in
            try reader.scopesByAudience(name)
        } write: {
            $0?.mapValues(\.json).json
        },
        .value(
            "refresh_token", .object, \.refreshTokens,
            "rotation_type (rotating, the default, or non-rotating) and leeway in seconds."
        ) { reader, name throws(EmulatorError) in
            try reader.member(name, RefreshTokenSettings.init)
        } write: {
            JSONValue.members(["rotation_type": $0.kind.rawValue, "leeway": $0.leeway?.wholeSeconds])
        },
        .flag("third_party", \.isThirdParty, "Whether users have to consent; false by default."),
    ]

    private static let requirements: [SeedField<Self>] = [
        .flag(
            "require_pushed_authorization_requests", \.requiresPushedRequests,
            "Whether authorization requests must be pushed (RFC 9126); false by default.",
            managed: "require_pushed_authorization_requests"),
        .flag(
            "require_signed_request_object", \.requiresSignedRequests,
            "Whether authorization requests must be signed (RFC 9101); false by default."),
        .value(
            "require_pkce", .flag, \.requiresPKCE,
            "Whether authorization requests must have a code challenge; by default those of public clients."
        ) { reader, name throws(EmulatorError) in
            try reader.flag(name)
        } write: {
            $0?.json
        },
        .flag(
            "require_proof_of_possession", \.requiresDPoP,
            "Whether the client receives only DPoP-bound tokens (RFC 9449); false by default.",
            managed: "require_proof_of_possession"),
        .choice(
            "organization_usage", \.organizationUsage.kind,
            "Whether requests may or must name an organization; deny by default.", managed: "organization_usage"),
        .choice(
            "organization_require_behavior", \.organizationPrompt.kind,
            "The point at which the browser asks for an organization; no_prompt by default.",
            managed: "organization_require_behavior"),
        .value(
            "id_token_signing_alg", .choice(signingAlgorithms), \.signsIDTokensWithSecret,
            "HS256 for the client secret."
        ) { reader, name throws(EmulatorError) in
            try reader.choice(name, of: signingAlgorithms) == "HS256"
        } write: {
            $0 ? "HS256".json : nil
        },
        SeedField(
            control: ControlField(
                "userinfo_signed_response_alg", .choice(signingAlgorithms), "Signed user info; not signed by default."),
            read: { reader, client throws(EmulatorError) in
                client.wantsSignedUserInfo =
                    try reader.choice("userinfo_signed_response_alg", of: signingAlgorithms) != nil
            },
            write: { $0.wantsSignedUserInfo ? ($0.signsIDTokensWithSecret ? "HS256" : "RS256").json : nil }),
    ]

    /// Any asymmetric algorithm means the algorithm of the tenant, which a seed does not choose.
    private static let signingAlgorithms = ["HS256", "RS256", "PS256", "ES256", "EdDSA"]
}

extension TenantSeed.Client.RefreshTokenSettings {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            rotate: try reader.choice("rotation_type", Kind.self) != .nonRotating,
            leeway: try reader.optional("leeway", "a number of seconds from 0") { value in
                value.integer.flatMap { $0 >= 0 ? .seconds($0) : nil }
            })
    }
}
