import ByteEncodings
import TenantEmulator
import Testing

@Suite struct IntrospectionTests {
    let tenant: EmulatedTenant
    let client: TestClient
    private static let server = [
        "client_id": "emulatorServer0000000000000000001", "client_secret": "a-secret-that-only-the-server-knows-2026",
    ]
    private static let inactive = #"{"active":false}"#

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    private func introspect(_ token: String?, as credentials: [String: String] = server) async throws -> Answer {
        try await client.post("/oauth/introspect", credentials.merging(["token": token ?? ""]) { $1 })
    }

    @Test func `tells what an access token is worth`() async throws {
        let token = try await client.logIn(audience: "https://api.example.com/", scope: "openid read:todos")

        let answer = try await introspect(token["access_token"])

        #expect(answer.status == 200)
        #expect(answer.json?["active"] == .boolean(true))
        #expect(answer["client_id"] == tenant.clientID)
        #expect(answer["scope"] == "openid read:todos")
        #expect(answer["sub"] == "auth0|000000000000000000000001")
        #expect(answer["username"] == "john@example.com")
        #expect(answer["token_type"] == "Bearer")
        #expect(answer["iss"] == tenant.issuer)
        #expect(answer.json?["aud"]?.elements?.first?.string == "https://api.example.com/")
        #expect(answer.json?["exp"]?.integer.map { $0 - (answer.json?["iat"]?.integer ?? 0) } == 86_400)
    }

    @Test func `tells the key that a token is bound to`() async throws {
        let prover = try TestProver()
        let login = try await client.logIn(proof: try prover.proof("POST", tenant.domain + "/oauth/token"))

        let answer = try await introspect(login["access_token"])

        #expect(answer["token_type"] == "DPoP")
        #expect(answer.json?["cnf"]?["jkt"]?.string?.isEmpty == false)
    }

    @Test func `E2 says nothing but no of what is worth nothing`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])
        let revoked = try #require(try await client.logIn()["access_token"])
        _ = try await client.post("/oauth/revoke", ["token": revoked])

        var answers = [
            try await introspect(revoked), try await introspect(token + "x"), try await introspect(login["id_token"]),
            try await introspect("unknown"),
            // It is the public client's own.
            try await introspect(login["refresh_token"]),
        ]
        tenant.clock.advance(by: .seconds(86_400))
        answers.append(try await introspect(token))

        #expect(Set(answers.map(\.status)) == [200])
        #expect(Set(answers.map(\.text)) == [Self.inactive])
    }

    @Test func `tells a client of its own refresh token until it is exchanged`() async throws {
        let credentials = [
            "client_id": "emulatorSymmetric000000000000001", "client_secret": "a-secret-that-signs-ID-tokens-in-2026",
        ]
        var server = client
        server.clientID = credentials["client_id"] ?? ""
        let login = try await server.post(
            "/oauth/token",
            credentials.merging([
                "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "username": "john@example.com",
                "password": TestClient.password, "realm": TestClient.realm, "scope": "openid offline_access",
            ]) { $1 })

        let before = try await introspect(login["refresh_token"], as: credentials)
        let renewed = try await server.renew(login["refresh_token"], credentials)
        let after = try await introspect(login["refresh_token"], as: credentials)

        #expect(before.json?["active"] == .boolean(true))
        #expect(before["scope"] == "openid offline_access")
        #expect(renewed.status == 200)
        #expect(after.text == Self.inactive)
    }

    @Test(arguments: [
        ["client_id": "emulatorClient0000000000000000001"],
        ["client_id": "emulatorServer0000000000000000001", "client_secret": "wrong"],
        ["client_id": "emulatorServer0000000000000000001"],
    ])
    func `E2 answers only those who prove who they are`(credentials: [String: String]) async throws {
        let token = try await client.logIn()["access_token"]

        #expect(try await introspect(token, as: credentials).status == 401)
    }

    @Test func `wants a token, by POST`() async throws {
        #expect(try await client.post("/oauth/introspect", Self.server)["error"] == "invalid_request")
        #expect(try await client.get("/oauth/introspect").status == 405)
    }
}
