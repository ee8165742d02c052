import ByteEncodings
import TenantEmulator
import Testing

@Suite struct TokenExchangeTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let apple = "http://auth0.com/oauth/token-type/apple-authz-code"

    init() throws { tenant = try .withStoppedClock() }

    private func exchange(_ members: [String: String]) async throws -> TestResponse {
        let given = [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": "code",
            "subject_token_type": apple, "scope": "openid profile",
        ]
        return try await client.tokens(given.merging(members) { $1 })
    }

    @Test func `exchanges a code of Apple once and stores the name`() async throws {
        try tenant.accept(subjectToken: "code", type: apple, for: "john@example.com", times: 1)

        let first = try await exchange(["user_profile": #"{"name":{"firstName":"Johnny","lastName":"A"}}"#])
        let second = try await exchange([:])

        #expect(claims(of: first["id_token"])?["given_name"]?.string == "Johnny")
        #expect(second["error"] == "invalid_grant")
    }

    @Test func `another type of token than an access token is not built`() async throws {
        try tenant.accept(subjectToken: "code", type: apple, for: "john@example.com")
        let kind = "urn:ietf:params:oauth:token-type:"

        let refresh = try await exchange(["requested_token_type": kind + "refresh_token"])
        let access = try await exchange(["requested_token_type": kind + "access_token"])

        #expect(refresh.status == 501 && refresh["error"] == "not_implemented")
        #expect(access.status == 200 && access["issued_token_type"] == kind + "access_token")
    }

    @Test func `P8 a refused exchange neither uses the token up nor changes the user`() async throws {
        try tenant.accept(subjectToken: "code", type: apple, for: "john@example.com", times: 1)
        let profile = ["user_profile": #"{"name":{"firstName":"Johnny","lastName":"A"}}"#]

        let refused = try await exchange(profile.merging(["audience": "https://unknown.example/"]) { $1 })
        let accepted = try await exchange([:])

        #expect(refused["error"] == "access_denied")
        #expect(claims(of: accepted["id_token"])?["given_name"]?.string == "John")
    }

    @Test func `P8 the seed and the control API name tokens of other issuers`() async throws {
        let seed = #"""
            {"clients": [{"client_id": "c"}],
             "users": [{"connection": "Username-Password-Authentication", "email": "a@example.com",
                "password": "Pa55word!"}],
             "subject_tokens": [{"subject_token": "code", "user": "a@example.com",
                "subject_token_type": "http://auth0.com/oauth/token-type/apple-authz-code", "times": 1}]}
            """#
        #expect(try TenantSeed(json: Array(seed.utf8)).subjectTokens.first?.times == 1)
        let wrong = try TenantSeed(json: Array(seed.replacing("user\": \"a@", with: "user\": \"b@").utf8))
        #expect(throws: EmulatorError.self) {
            try EmulatedTenant.start { $0.seed = wrong }
        }

        let body = #"{"subject_token": "code", "subject_token_type": "\#(apple)", "user": "john@example.com"}"#
        let known = try await client.control("POST", "subject-tokens", body)
        let unknown = try await client.control("POST", "subject-tokens", body.replacing("john@", with: "nobody@"))

        #expect([known.status, unknown.status] == [204, 404])
        #expect(try await exchange([:])["id_token"] != nil)
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
