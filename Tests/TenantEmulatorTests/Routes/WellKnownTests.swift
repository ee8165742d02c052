import ByteEncodings
import TenantEmulator
import Testing

@Suite struct WellKnownTests {
    let tenant: EmulatedTenant
    let client: TestClient

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

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
                "client_secret_basic", "client_secret_post", "private_key_jwt", "none",
            ])
        #expect(texts("introspection_endpoint_auth_methods_supported")?.contains("none") == false)
    }
}
