import TenantEmulator
import Testing

@Suite struct RevocationTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `revokes only the access token`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])

        let response = try await client.post("/oauth/revoke", ["token": token, "token_type_hint": "access_token"])

        #expect(response.status == 200)
        #expect(try await client.get("/userinfo", token: token).status == 401)
        #expect(try await client.renew(login["refresh_token"]).status == 200)
    }

    @Test func `ignores a wrong token type hint`() async throws {
        let login = try await client.logIn()

        _ = try await client.post(
            "/oauth/revoke", ["token": try #require(login["access_token"]), "token_type_hint": "refresh_token"])
        _ = try await client.post(
            "/oauth/revoke", ["token": try #require(login["refresh_token"]), "token_type_hint": "access_token"])

        #expect(try await client.get("/userinfo", token: login["access_token"]).status == 401)
        #expect(try await client.renew(login["refresh_token"]).status == 403)
    }

    @Test func `refuses to revoke the access token of another client`() async throws {
        let token = try #require(try await client.logIn()["access_token"])
        var other = client
        other.clientID = "emulatorClient0000000000000000002"

        #expect(try await other.post("/oauth/revoke", ["token": token])["error"] == "invalid_request")
        #expect(try await client.get("/userinfo", token: token).status == 200)
    }

    @Test func `succeeds for a revoked or forged token and an ID token`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])
        _ = try await client.post("/oauth/revoke", ["token": token])

        for token in [token, token + "x", login["id_token"] ?? "", "a.b.c"] {
            #expect(try await client.post("/oauth/revoke", ["token": token]).status == 200)
        }
        #expect(try await client.renew(login["refresh_token"]).status == 200)
    }
}
