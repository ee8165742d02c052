import Foundation
import HTTPMessages
import OpenID
import Testing
import TransportDoubles

/// The interpretation of metadata in the form of widely used providers; names and values are made up.
@Suite struct WidelyUsedProviderTests {
    /// A provider, and the expected configuration of its client.
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let issuer: String
        /// Members that are endpoints, below the origin they name.
        let endpoints: [String: String]
        /// All other members, as JSON.
        let rest: String
        /// The features that are reported as unsupported, before a request is sent.
        let lacks: Set<String>
        var testDescription: String { name }

        var document: String {
            let members = endpoints.map { #""\#($0)": "\#($1)""# } + [#""issuer": "\#(issuer)""#, rest]
            return "{\(members.joined(separator: ", "))}"
        }
    }

    private static let shapes = [
        // No logout, no registration, no introspection; a device address and revocation on another host.
        Shape(
            name: "Google", issuer: "https://people.example.com",
            endpoints: [
                "authorization_endpoint": "https://people.example.com/o/v2/auth",
                "token_endpoint": "https://tokens.example.net/token",
                "device_authorization_endpoint": "https://tokens.example.net/device/code",
                "userinfo_endpoint": "https://id.example.org/v1/userinfo",
                "revocation_endpoint": "https://tokens.example.net/revoke",
                "jwks_uri": "https://www.example.net/v3/certs",
            ],
            rest: #""code_challenge_methods_supported": ["plain", "S256"], "scopes_supported": ["openid", "email"]"#,
            lacks: ["end_session", "registration", "introspection", "pushed_authorization_request"]),
        // A tenant in the path; profiles on a host of their own; no PKCE in the document; no revocation.
        Shape(
            name: "Microsoft Entra", issuer: "https://login.example.com/8f0c/v2.0",
            endpoints: [
                "authorization_endpoint": "https://login.example.com/8f0c/oauth2/v2.0/authorize",
                "token_endpoint": "https://login.example.com/8f0c/oauth2/v2.0/token",
                "device_authorization_endpoint": "https://login.example.com/8f0c/oauth2/v2.0/devicecode",
                "userinfo_endpoint": "https://graph.example.net/oidc/userinfo",
                "end_session_endpoint": "https://login.example.com/8f0c/oauth2/v2.0/logout",
                "jwks_uri": "https://login.example.com/8f0c/discovery/v2.0/keys",
            ],
            rest: #""request_uri_parameter_supported": false, "rbac_url": "x", "tenant_region_scope": null"#,
            lacks: ["revocation", "registration", "introspection", "pushed_authorization_request"]),
        Shape(
            name: "Okta", issuer: "https://team.example.com/oauth2/main",
            endpoints: [
                "authorization_endpoint": "https://team.example.com/oauth2/main/v1/authorize",
                "token_endpoint": "https://team.example.com/oauth2/main/v1/token",
                "device_authorization_endpoint": "https://team.example.com/oauth2/main/v1/device/authorize",
                "userinfo_endpoint": "https://team.example.com/oauth2/main/v1/userinfo",
                "end_session_endpoint": "https://team.example.com/oauth2/main/v1/logout",
                "registration_endpoint": "https://team.example.com/oauth2/v1/clients",
                "revocation_endpoint": "https://team.example.com/oauth2/main/v1/revoke",
                "introspection_endpoint": "https://team.example.com/oauth2/main/v1/introspect",
                "pushed_authorization_request_endpoint": "https://team.example.com/oauth2/main/v1/par",
                "jwks_uri": "https://team.example.com/oauth2/main/v1/keys",
            ],
            rest:
                #""dpop_signing_alg_values_supported": ["RS256", "ES256"], "require_pushed_authorization_requests": false"#,
            lacks: []),
        // All endpoints, the issuer in responses, and many unknown members.
        Shape(
            name: "Keycloak", issuer: "https://sso.example.com/realms/x",
            endpoints: [
                "authorization_endpoint": "https://sso.example.com/realms/x/protocol/openid-connect/auth",
                "token_endpoint": "https://sso.example.com/realms/x/protocol/openid-connect/token",
                "device_authorization_endpoint": "https://sso.example.com/realms/x/protocol/openid-connect/auth/device",
                "userinfo_endpoint": "https://sso.example.com/realms/x/protocol/openid-connect/userinfo",
                "end_session_endpoint": "https://sso.example.com/realms/x/protocol/openid-connect/logout",
                "registration_endpoint": "https://sso.example.com/realms/x/clients-registrations/openid-connect",
                "revocation_endpoint": "https://sso.example.com/realms/x/protocol/openid-connect/revoke",
                "introspection_endpoint": "https://sso.example.com/realms/x/protocol/openid-connect/token/introspect",
                "pushed_authorization_request_endpoint":
                    "https://sso.example.com/realms/x/protocol/openid-connect/ext/par",
                "jwks_uri": "https://sso.example.com/realms/x/protocol/openid-connect/certs",
            ],
            rest: """
                "authorization_response_iss_parameter_supported": true, "frontchannel_logout_supported": true,
                "mtls_endpoint_aliases": {"token_endpoint": "https://mtls.example.com/token"}, "acr_values_supported": ["0", "1"]
                """,
            lacks: []),
        Shape(
            name: "GitLab", issuer: "https://code.example.com",
            endpoints: [
                "authorization_endpoint": "https://code.example.com/oauth/authorize",
                "token_endpoint": "https://code.example.com/oauth/token",
                "userinfo_endpoint": "https://code.example.com/oauth/userinfo",
                "revocation_endpoint": "https://code.example.com/oauth/revoke",
                "introspection_endpoint": "https://code.example.com/oauth/introspect",
                "jwks_uri": "https://code.example.com/oauth/discovery/keys",
            ],
            rest:
                #""response_modes_supported": ["query", "fragment", "form_post"], "claim_types_supported": ["normal"]"#,
            lacks: ["end_session", "registration", "device_authorization", "pushed_authorization_request"]),
        // No profiles, no logout.
        Shape(
            name: "Apple", issuer: "https://id.example.com",
            endpoints: [
                "authorization_endpoint": "https://id.example.com/auth/authorize",
                "token_endpoint": "https://id.example.com/auth/token",
                "revocation_endpoint": "https://id.example.com/auth/revoke",
                "jwks_uri": "https://id.example.com/auth/keys",
            ],
            rest:
                #""token_endpoint_auth_methods_supported": ["client_secret_post"], "response_modes_supported": ["form_post"]"#,
            lacks: [
                "end_session", "userinfo", "registration", "introspection", "device_authorization",
                "pushed_authorization_request",
            ]),
        // Keys beside the issuer, everything else on a domain of the customer's; no logout in the document.
        Shape(
            name: "Amazon Cognito", issuer: "https://idp.region.example.com/region_Pool",
            endpoints: [
                "authorization_endpoint": "https://login.example.org/oauth2/authorize",
                "token_endpoint": "https://login.example.org/oauth2/token",
                "userinfo_endpoint": "https://login.example.org/oauth2/userInfo",
                "revocation_endpoint": "https://login.example.org/oauth2/revoke",
                "jwks_uri": "https://idp.region.example.com/region_Pool/.well-known/jwks.json",
            ],
            rest: #""id_token_signing_alg_values_supported": ["RS256"], "subject_types_supported": ["public"]"#,
            lacks: [
                "end_session", "registration", "introspection", "device_authorization", "pushed_authorization_request",
            ]),
    ]

    @Test(arguments: shapes)
    func `reads every endpoint, and treats missing ones as not offered`(shape: Shape) async throws {
        let transport = StubTransport(body: shape.document)
        let provider = try await OpenID.discover(shape.issuer, session: transport).start()
        let client = provider.client(id: "c", authentication: .secretPost("s"))
        let metadata = provider.metadata

        let found = [
            "authorization_endpoint": metadata.authorizationEndpoint, "token_endpoint": metadata.tokenEndpoint,
            "userinfo_endpoint": metadata.userInfoEndpoint, "jwks_uri": metadata.keySetURL,
            "end_session_endpoint": metadata.endSessionEndpoint, "registration_endpoint": metadata.registrationEndpoint,
            "device_authorization_endpoint": metadata.deviceAuthorizationEndpoint,
            "pushed_authorization_request_endpoint": metadata.pushedAuthorizationRequestEndpoint,
            "revocation_endpoint": metadata.revocationEndpoint,
            "introspection_endpoint": metadata.introspectionEndpoint,
        ]
        let login = client.login().redirectURI("https://app.example.com/callback")
        let pending = try await client.begin(login).start()
        // A logout at a provider that offers it would open a browser.
        let logout = shape.lacks.contains("end_session") ? await failure { try await client.logout().start() } : nil
        let refusals = [
            "end_session": logout,
            "userinfo": await failure { _ = try await client.userInfo(withAccessToken: "t", subject: nil).start() },
            "registration": await failure { _ = try await provider.register(ClientMetadata()).start() },
            "introspection": await failure { _ = try await client.introspect("t").start() },
            "device_authorization": await failure { _ = try await client.deviceAuthorization().start() },
            "pushed_authorization_request": await failure { _ = try await client.begin(login.pushing()).start() },
            "revocation": await failure { try await client.revoke("t").start() },
        ]

        #expect(found.compactMapValues { $0?.string } == shape.endpoints)
        #expect(Set(refusals.filter { $0.value == .unsupported }.keys) == shape.lacks)
        #expect(metadata.includesIssuerInResponse == (shape.name == "Keycloak"))
        #expect(!metadata.requiresPushedAuthorizationRequests)
        // PKCE by S256, whatever the document says of it or does not.
        #expect(pending.url.hasPrefix(shape.endpoints["authorization_endpoint"].map { $0 + "?" } ?? "-"))
        #expect(pending.url.contains("code_challenge_method=S256"))
    }

    private func failure(of body: () async throws -> Void) async -> OpenIDError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? OpenIDError)?.code }
    }

    @Test func `Microsoft's document for all tenants is refused with advice`() async {
        let document = #"{"issuer": "https://login.example.com/{tenantid}/v2.0"}"#
        let request = OpenID.discover("https://login.example.com/common/v2.0", session: StubTransport(body: document))

        let error = await #expect(throws: OpenIDError.self) { _ = try await request.start() }

        #expect(error?.code == .issuerMismatch)
        #expect("\(error as Any)".contains("the issuer of one tenant"))
    }

    @Test func `GitHub is not an OpenID provider: the program provides its metadata, and a login lacks keys`()
        async throws
    {
        var metadata = ProviderMetadata(issuer: "https://code.example.com")
        metadata.authorizationEndpoint = try HTTPURL("https://code.example.com/login/oauth/authorize")
        metadata.tokenEndpoint = try HTTPURL("https://code.example.com/login/oauth/access_token")
        let client = OpenIDProvider(metadata, session: StubTransport(body: "{}")).client(id: "c")

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.begin(client.login().redirectURI("https://app.example.com/callback")).start()
        }

        #expect(error?.code == .unsupported)
        #expect("\(error as Any)".contains("jwks_uri"))
    }
}
