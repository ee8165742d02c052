import ByteEncodings
import TenantEmulator
import Testing

@Suite struct WellKnownTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `returns the same document at the OAuth and the OpenID path`() async throws {
        let openID = try await client.get("/.well-known/openid-configuration")
        let oauth = try await client.get("/.well-known/oauth-authorization-server")

        #expect(openID.status == 200)
        #expect(openID.body == oauth.body)
        #expect(openID["issuer"] == tenant.issuer)
    }

    @Test func `every endpoint in the metadata exists`() async throws {
        let document = try #require(try await client.get("/.well-known/openid-configuration").json)
        guard case .object(let members) = document else { return #expect(Bool(false), "no object") }

        let endpoints = members.filter { $0.name.hasSuffix("_endpoint") || $0.name == "jwks_uri" }
        for endpoint in endpoints {
            let path = String(try #require(endpoint.value.string).dropFirst(tenant.domain.count))
            #expect(try await client.get(path).status != 404, "\(endpoint.name)")
        }

        #expect(endpoints.count == 11)
        for name in ["registration_endpoint", "introspection_endpoint", "end_session_endpoint"] {
            #expect(document[name] != nil)
        }
    }

    @Test func `lists the supported grants and authentication methods`() async throws {
        let document = try await client.get("/.well-known/openid-configuration").json
        func texts(_ name: String) -> Set<String>? { (document?[name]?.elements?.compactMap(\.string)).map(Set.init) }

        #expect(
            texts("grant_types_supported")?.isSuperset(of: [
                "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
            ]) == true)
        #expect(
            texts("token_endpoint_auth_methods_supported") == [
                "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none",
            ])
        // RFC 8414 §2 requires the algorithms beside the methods that sign.
        for endpoint in ["token", "revocation", "introspection"] {
            #expect(
                texts("\(endpoint)_endpoint_auth_signing_alg_values_supported") == [
                    "RS256", "RS384", "PS256", "ES256", "EdDSA", "HS256",
                ])
        }
    }

    @Test func `lists request objects, authorization details and back-channel logout`() async throws {
        let document = try await client.get("/.well-known/openid-configuration").json
        func texts(_ name: String) -> [String]? { document?[name]?.elements?.compactMap(\.string) }

        #expect(document?["request_parameter_supported"] == .boolean(true))
        #expect(document?["require_signed_request_object"] == .boolean(false))
        #expect(texts("request_object_signing_alg_values_supported") == ["RS256", "RS384", "PS256", "ES256", "EdDSA"])
        #expect(texts("authorization_details_types_supported") == ["account_information", "payment_initiation"])
        #expect(document?["backchannel_logout_supported"] == .boolean(true))
        #expect(document?["backchannel_logout_session_supported"] == .boolean(true))
    }
}
