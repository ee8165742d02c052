import ByteEncodings
import TenantEmulator
import Testing

@Suite struct TokenExchangeTests {
    let tenant: EmulatedTenant
    let client: TestClient
    let apple = "http://auth0.com/oauth/token-type/apple-authz-code"

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    private func exchange(_ members: [String: String]) async throws -> TestResponse {
        let given = [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": "code",
            "subject_token_type": apple, "scope": "openid profile",
        ]
        return try await client.post("/oauth/token", given.merging(members) { $1 })
    }

    @Test func `exchanges a code of Apple once and stores the name`() async throws {
        try tenant.accept(subjectToken: "code", type: apple, for: "john@example.com", times: 1)

        let first = try await exchange(["user_profile": #"{"name":{"firstName":"Johnny","lastName":"A"}}"#])
        let second = try await exchange([:])

        #expect(claims(of: first["id_token"])?["given_name"]?.string == "Johnny")
        #expect(second["error"] == "invalid_grant")
    }

    @Test func `tokens contain actor and organization`() async throws {
        try tenant.accept(subjectToken: "code", type: apple, for: "john@example.com")
        let actor = try await client.logIn("admin@example.com")["id_token"]

        let response = try await exchange([
            "actor_token": actor ?? "", "actor_token_type": "urn:ietf:params:oauth:token-type:id_token",
            "organization": "acme",
        ])

        let token = claims(of: response["id_token"])
        #expect(token?["act"]?["sub"]?.string == "auth0|000000000000000000000003")
        #expect(token?["org_id"]?.string == "org_0000000000000001")
    }

    @Test func `nests the actor of the actor`() async throws {
        try tenant.accept(subjectToken: "code", type: apple, for: "john@example.com")
        let first = try await client.logIn("admin@example.com")["id_token"]
        let second = try await exchange(["actor_token": first ?? "", "actor_token_type": "urn:t"])["access_token"]

        let third = try await exchange([
            "actor_token": second ?? "", "actor_token_type": "urn:t", "audience": "https://api.example.com/",
        ])

        let actor = claims(of: third["access_token"])?["act"]
        #expect(actor?["sub"]?.string == "auth0|000000000000000000000001")
        #expect(actor?["act"]?["sub"]?.string == "auth0|000000000000000000000003")
    }

    @Test(arguments: [
        (["subject_token": "forged"], "invalid_grant"), (["subject_token_type": "urn:unknown"], "invalid_request"),
        (["user_profile": "[]"], "invalid_request"), (["actor_token": "x"], "invalid_request"),
        (["actor_token": "x", "actor_token_type": "y"], "invalid_grant"),
    ])
    func `refuses unknown subject tokens`(members: [String: String], error: String) async throws {
        try tenant.accept(subjectToken: "code", type: apple, for: "john@example.com")

        #expect(try await exchange(members)["error"] == error)
    }
}
