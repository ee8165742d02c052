import TenantEmulator
import Testing

@Suite struct UserInfoTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `returns the claims that the scopes grant`() async throws {
        let all = try await client.logIn()
        let little = try await client.logIn(scope: "openid")

        let profile = try await client.get("/userinfo", token: all["access_token"])
        let subject = try await client.get("/userinfo", token: little["access_token"])

        #expect(profile["name"] == "John Appleseed")
        #expect(profile["email"] == "john@example.com")
        #expect(subject.text == #"{"sub":"auth0|000000000000000000000001"}"#)
    }

    @Test func `accepts a token in the query, as django-allauth sends it, or in a form, as pyoidc does`() async throws {
        let token = try #require(try await client.logIn()["access_token"])
        func post(_ type: String, _ body: String) async throws -> TestResponse {
            try await client.send("POST", "/userinfo", headers: ["Content-Type": type], body: Array(body.utf8))
        }

        let query = try await client.get("/userinfo?access_token=\(token)")
        let form = try await post("application/x-www-form-urlencoded", "access_token=\(token)")
        let json = try await post("application/json", #"{"access_token": "\#(token)"}"#)
        let wrong = try await client.get("/userinfo?access_token=wrong")

        #expect(query["email"] == "john@example.com" && form.text == query.text)
        #expect(json.status == 401 && wrong.status == 401)
        #expect(wrong.header("www-authenticate")?.contains("invalid_token") == true)
    }

    @Test func `refuses a missing token with a challenge`() async throws {
        let response = try await client.get("/userinfo")

        #expect(response.status == 401)
        #expect(response.header("www-authenticate")?.hasPrefix("Bearer") == true)
    }

    @Test func `E2 refuses a forged or expired token, and one for another audience`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])
        let other = try await client.logIn(audience: "https://api.example.com/", scope: "read:todos")
        var forged = Array(token.utf8)
        forged[token.utf8.count / 2] ^= 1

        var statuses = [
            try await client.get("/userinfo", token: String(decoding: forged, as: UTF8.self)).status,
            try await client.get("/userinfo", token: login["id_token"]).status,
            try await client.get("/userinfo", token: other["access_token"]).status,
        ]
        tenant.clock.advance(by: .seconds(86_400))
        statuses.append(try await client.get("/userinfo", token: token).status)

        #expect(statuses == [401, 401, 401, 401])
    }

    @Test func `J7 accepts tokens of an old key that is still published`() async throws {
        let token = try await client.logIn(audience: "https://api.example.com/")["access_token"]
        let opaque = try await client.logIn()["access_token"]

        try tenant.rotateSigningKey()
        let kept = try await client.get("/userinfo", token: token)
        try tenant.rotateSigningKey(keepingOld: false)
        let dropped = try await client.get("/userinfo", token: token)

        #expect(kept.status == 200)
        #expect(dropped.status == 401)
        // An opaque token is encrypted, and signed with no key.
        #expect(try await client.get("/userinfo", token: opaque).status == 200)
    }
}
