import ByteEncodings
import TenantEmulator
import Testing

@Suite struct IntrospectionTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    private static let server = [
        "client_id": "emulatorServer0000000000000000001", "client_secret": "a-secret-that-only-the-server-knows-2026",
    ]
    private static let inactive = #"{"active":false}"#

    init() throws { tenant = try .withStoppedClock() }

    private func introspect(_ token: String?, as credentials: [String: String] = server) async throws -> TestResponse {
        try await client.post("/oauth/introspect", credentials.merging(["token": token ?? ""]) { $1 })
    }

    @Test func `returns the claims of an access token`() async throws {
        let token = try await client.logIn(audience: "https://api.example.com/", scope: "openid read:todos")

        let response = try await introspect(token["access_token"])

        #expect(response.status == 200)
        #expect(response.json?["active"] == .boolean(true))
        #expect(response["client_id"] == tenant.clientID)
        #expect(response["scope"] == "openid read:todos")
        #expect(response["sub"] == "auth0|000000000000000000000001")
        #expect(response["username"] == "john@example.com")
        #expect(response["token_type"] == "Bearer")
        #expect(response["iss"] == tenant.issuer)
        #expect(response.json?["aud"]?.elements?.first?.string == "https://api.example.com/")
        #expect(response.json?["exp"]?.integer.map { $0 - (response.json?["iat"]?.integer ?? 0) } == 86_400)
    }

    @Test func `returns the key that a token is bound to`() async throws {
        let proofSigner = try DPoPProofSigner()
        let login = try await client.logIn(proof: try proofSigner.proof("POST", tenant.domain + "/oauth/token"))

        let response = try await introspect(login["access_token"])

        #expect(response["token_type"] == "DPoP")
        #expect(response.json?["cnf"]?["jkt"]?.string?.isEmpty == false)
    }

    @Test func `E2 returns only that an invalid token is inactive`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])
        let revoked = try #require(try await client.logIn()["access_token"])
        _ = try await client.post("/oauth/revoke", ["token": revoked])

        var responses = [
            try await introspect(revoked), try await introspect(token + "x"), try await introspect(login["id_token"]),
            try await introspect("unknown"),
            // The token belongs to the public client.
            try await introspect(login["refresh_token"]),
        ]
        tenant.clock.advance(by: .seconds(86_400))
        responses.append(try await introspect(token))

        #expect(Set(responses.map(\.status)) == [200])
        #expect(Set(responses.map(\.text)) == [Self.inactive])
    }

    @Test func `a client's own refresh token is active until it is exchanged`() async throws {
        let credentials = [
            "client_id": "emulatorSymmetric000000000000001", "client_secret": "a-secret-that-signs-ID-tokens-in-2026",
        ]
        var server = client
        server.clientID = credentials["client_id"] ?? ""
        let login = try await server.tokens(
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
    func `E2 requires client authentication`(credentials: [String: String]) async throws {
        let token = try await client.logIn()["access_token"]

        #expect(try await introspect(token, as: credentials).status == 401)
    }

    @Test func `requires a token in a POST`() async throws {
        #expect(try await client.post("/oauth/introspect", Self.server)["error"] == "invalid_request")
        #expect(try await client.get("/oauth/introspect").status == 405)
    }
}
