import ByteEncodings
import TenantEmulator
import Testing

/// Tokens that a client requests for itself.
@Suite struct ClientCredentialsTests {
    private static let secret = "a-secret-that-only-the-server-knows-2026"
    private static let api = "https://api.example.com/"

    private func client(grants: [String: [String]]? = nil) throws -> TestClient {
        var server = TenantSeed.Client(id: "machine", secret: Self.secret)
        server.clientGrants = grants
        var client = TestClient(try .start { $0.seed.clients.append(server) })
        client.clientID = "machine"
        return client
    }

    private func token(
        _ client: TestClient, audience: String = api, scope: String? = nil
    ) async throws -> TestResponse {
        var members = ["grant_type": "client_credentials", "client_secret": Self.secret, "audience": audience]
        members["scope"] = scope
        return try await client.tokens(members)
    }

    @Test(arguments: [nil, "", " "])
    func `grants every scope of the API to a request that names none`(scope: String?) async throws {
        #expect(try await token(try client(), scope: scope)["scope"] == "read:todos write:todos")
    }

    @Test func `refuses a scope that was not granted`() async throws {
        let response = try await token(try client(), scope: "read:todos zzz")

        #expect(response.status == 403)
        #expect(response["error"] == "access_denied")
        #expect(response["error_description"] == "Client has not been granted scopes: zzz")
    }

    @Test func `a client with grants receives only their scopes`() async throws {
        let client = try client(grants: [Self.api: ["read:todos"]])

        #expect(try await token(client)["scope"] == "read:todos")
        #expect(try await token(client, scope: "write:todos")["error"] == "access_denied")
        let other = try await token(client, audience: "https://online.example.com/")
        #expect(other.status == 403)
        #expect(other["error_description"]?.contains("https://online.example.com/") == true)
    }

    @Test func `RFC 7519 §4.1.3 the token of one audience names it as a string`() async throws {
        let claims = claims(of: try await token(try client())["access_token"])

        #expect(claims?["aud"]?.string == Self.api)
        #expect(claims?["sub"]?.string == "machine@clients")
    }

    @Test func `the Management API accepts a token of a client`() async throws {
        let client = try client()
        let management = client.tenant.domain + "/api/v2/"
        let user = "/api/v2/users/auth0%7C000000000000000000000001"

        let all = try await token(client, audience: management)["access_token"]
        let few = try await token(client, audience: management, scope: "update:users")["access_token"]

        #expect(try await client.get(user, token: all)["email"] == "john@example.com")
        #expect(try await client.get(user, token: few)["errorCode"] == "insufficient_scope")
    }
}
