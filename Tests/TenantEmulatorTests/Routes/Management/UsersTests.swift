import ByteEncodings
import TenantEmulator
import Testing

@Suite struct UsersTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let john = "/api/v2/users/auth0%7C000000000000000000000001"
    let jane = "/api/v2/users/auth0%7C000000000000000000000002"

    init() throws { tenant = try .withStoppedClock() }

    private func token(
        _ username: String = "john@example.com", scope: String = "read:current_user update:current_user_metadata"
    ) async throws -> String? {
        try await client.logIn(username, audience: "\(tenant.domain)/api/v2/", scope: scope)["access_token"]
    }

    @Test func `returns a complete user`() async throws {
        let response = try await client.get(john, token: token())

        #expect(response.status == 200)
        #expect(response["user_id"] == "auth0|000000000000000000000001")
        #expect(response.json?["user_metadata"]?["country"]?.string == "Canada")
        #expect(response.json?["identities"] != nil)
    }

    @Test func `returns the requested fields, or all others`() async throws {
        let token = try await token()

        let only = try await client.get(john + "?fields=user_metadata,email&include_fields=true", token: token)
        let without = try await client.get(john + "?fields=user_metadata&include_fields=false", token: token)

        #expect(only.text.hasPrefix(#"{"email":"john@example.com","user_metadata":"#))
        #expect(only["user_id"] == nil)
        #expect(without["user_id"] != nil)
        #expect(without.json?["user_metadata"] == nil)
    }

    @Test(arguments: ["?key=value", "?include_fields=perhaps", "?fields=a&fields=b"])
    func `refuses an invalid query`(query: String) async throws {
        let response = try await client.get(john + query, token: token())

        #expect(response.status == 400)
        #expect(response["errorCode"] == "invalid_query_string")
    }

    @Test func `merges metadata at the first level and removes null members`() async throws {
        let token = try await token()

        let response = try await client.json(
            "PATCH", john, ["user_metadata": ["country": JSONNull(), "city": "Vienna"] as [String: any Sendable]], token
        )

        #expect(response.status == 200)
        let metadata = try #require(response.json?["user_metadata"])
        #expect(metadata["country"] == nil)
        #expect(metadata["city"]?.string == "Vienna")
        #expect(metadata["first_name"]?.string == "John")
        #expect(try await client.get(john, token: token).json?["user_metadata"] == metadata)
    }

    @Test func `accepts an ID token for its own subject, as the older documents do`() async throws {
        let token = try await client.logIn()["id_token"]

        let own = try await client.json("PATCH", john, ["user_metadata": ["a": 1]], token)
        let other = try await client.get(jane, token: token)

        #expect(own.status == 200)
        #expect(other.status == 403)
    }

    @Test func `refuses a missing scope, another user and a missing token`() async throws {
        let reader = try await token(scope: "read:current_user")

        let patch = try await client.json("PATCH", john, ["user_metadata": ["a": 1]], reader)
        let other = try await client.get(jane, token: reader)
        let nobody = try await client.get(john)
        let wrongAudience = try await client.get(john, token: try await client.logIn()["access_token"])

        #expect(patch.status == 403)
        #expect(patch["errorCode"] == "insufficient_scope")
        #expect(other["message"] == "User to be acted on does not match subject in bearer token.")
        #expect(nobody.status == 401)
        #expect(wrongAudience.status == 401)
    }

    @Test(
        arguments: [
            [:], ["key": "value"], ["user_metadata": "text"], ["blocked": "yes"], ["email": 1],
        ] as [[String: any Sendable]])
    func `refuses an invalid patch`(patch: [String: any Sendable]) async throws {
        let response = try await client.json("PATCH", john, patch, token("admin@example.com", scope: "update:users"))

        #expect(response.status == 400)
        #expect(response["errorCode"] == "invalid_body")
    }

    @Test func `changes attributes only with the scope update:users`() async throws {
        let patch: [String: Any] = ["email": "john2@example.com", "verify_email": true, "blocked": true]

        let own = try await client.json("PATCH", john, patch, token())
        let admin = try await client.json("PATCH", john, patch, token("admin@example.com", scope: "update:users"))

        #expect(own.status == 403)
        #expect(admin.status == 200)
        #expect(admin["email"] == "john2@example.com")
        #expect(admin.json?["email_verified"] == .boolean(false))
        #expect(tenant.messages(to: "john2@example.com").count == 1)
        #expect(try await client.logIn("john2@example.com")["error_description"] == "user is blocked")
    }

    @Test func `changes a password and revokes the refresh tokens`() async throws {
        let admin = try await token("admin@example.com", scope: "update:users")
        let refreshToken = try await client.logIn()["refresh_token"]

        let weak = try await client.json("PATCH", john, ["password": "weak"], admin)
        let same = try await client.json("PATCH", john, ["password": TestClient.password], admin)
        let used = try await client.json("PATCH", john, ["password": "Already-Used-2025!"], admin)
        let fresh = try await client.json("PATCH", john, ["password": "Entirely-New-1"], admin)

        #expect([weak.status, same.status, used.status, fresh.status] == [400, 400, 400, 200])
        #expect(used["message"] == "PasswordHistoryError: Password has previously been used")
        #expect(try await client.logIn(password: "Entirely-New-1").status == 200)
        #expect(try await client.renew(refreshToken).status == 403)
    }

    @Test func `a refused update sends no mail`() async throws {
        let patch: [String: Any] = ["email": "john2@example.com", "verify_email": true, "password": "weak"]

        let response = try await client.json("PATCH", john, patch, token("admin@example.com", scope: "update:users"))

        #expect(response.status == 400)
        #expect(tenant.inbox.isEmpty)
    }

    @Test func `refuses a logout token in the place of an ID token`() async throws {
        let own = try tenant.logoutToken(for: "john@example.com", session: "s-1")
        let other = try tenant.logoutToken(for: "jane@example.com", session: "s-1")
        let caller = try await token(scope: "update:current_user_identities")

        let read = try await client.get(john, token: own)
        let linked = try await client.post(john + "/identities", ["link_with": other], token: caller)
        let hint = try await TestBrowser(tenant, at: "/oidc/logout?id_token_hint=\(own)")

        #expect([read.status, linked.status, hint.page?.status] == [401, 400, 400])
    }

    @Test func `reports an unknown user`() async throws {
        let token = try await token("admin@example.com", scope: "read:users")

        let response = try await client.get("/api/v2/users/auth0%7Cnobody", token: token)

        #expect(response.status == 404)
        #expect(response["errorCode"] == "inexistent_user")
    }
}
