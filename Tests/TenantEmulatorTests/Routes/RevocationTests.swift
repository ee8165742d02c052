import TenantEmulator
import Testing

@Suite struct RevocationTests {
    let tenant: EmulatedTenant
    let client: TestClient

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    @Test func `ends an access token alone`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])

        let answer = try await client.post("/oauth/revoke", ["token": token, "token_type_hint": "access_token"])

        #expect(answer.status == 200)
        #expect(try await client.get("/userinfo", token: token).status == 401)
        #expect(try await client.renew(login["refresh_token"]).status == 200)
    }

    @Test func `a wrong hint changes nothing`() async throws {
        let login = try await client.logIn()

        _ = try await client.post(
            "/oauth/revoke", ["token": try #require(login["access_token"]), "token_type_hint": "refresh_token"])
        _ = try await client.post(
            "/oauth/revoke", ["token": try #require(login["refresh_token"]), "token_type_hint": "access_token"])

        #expect(try await client.get("/userinfo", token: login["access_token"]).status == 401)
        #expect(try await client.renew(login["refresh_token"]).status == 403)
    }

    @Test func `lets no client revoke the access token of another`() async throws {
        let token = try #require(try await client.logIn()["access_token"])
        var other = client
        other.clientID = "emulatorClient0000000000000000002"

        #expect(try await other.post("/oauth/revoke", ["token": token])["error"] == "invalid_request")
        #expect(try await client.get("/userinfo", token: token).status == 200)
    }

    @Test func `is content with what is revoked, forged or an ID token`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])
        _ = try await client.post("/oauth/revoke", ["token": token])

        for token in [token, token + "x", login["id_token"] ?? "", "a.b.c"] {
            #expect(try await client.post("/oauth/revoke", ["token": token]).status == 200)
        }
        #expect(try await client.renew(login["refresh_token"]).status == 200)
    }
}
