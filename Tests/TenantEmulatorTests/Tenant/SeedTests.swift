import TenantEmulator
import Testing

@Suite struct SeedTests {
    @Test func `starts with the users and clients of a seed`() async throws {
        let seed = try TenantSeed(
            json: Array(
                """
                {"clients": [{"client_id": "mine"}], "connections": [{"name": "db", "strategy": "auth0"}],
                 "default_directory": "db",
                 "users": [{"connection": "db", "email": "a@b.example", "password": "x"}]}
                """.utf8))

        let tenant = try EmulatedTenant.start(TenantConfiguration(port: 0, seed: seed))

        #expect(tenant.clientID == "mine")
        let response = try await TestClient(tenant).post(
            "/oauth/token", ["grant_type": "password", "username": "a@b.example", "password": "x", "scope": "openid"])
        #expect(response.status == 200)
    }

    @Test(arguments: [
        ("{", "seed"), ("[]", "seed"), (#"{"clients": []}"#, "seed.clients"),
        (#"{"clients": [{"client_id": 1}]}"#, "seed.clients[0].client_id"),
        (#"{"clients": [{"client_id": "a", "nmae": "b"}]}"#, "seed.clients[0].nmae"),
        (#"{"clients": [{"client_id": "a"}], "usres": []}"#, "seed.usres"),
    ])
    func `names the invalid member of a seed`(json: String, path: String) {
        let error = #expect(throws: EmulatorError.self) { try TenantSeed(json: Array(json.utf8)) }

        #expect(error?.code == .malformedSeed)
        if json.hasSuffix("}") { #expect(error?.detail == path) }
    }

    @Test func `lists the users`() throws {
        let tenant = try EmulatedTenant.start()

        #expect(tenant.users.contains { $0.login == "john@example.com" })
        #expect(tenant.users.contains { $0.login == "+15550100100" && $0.connection == "sms" })
    }
}
