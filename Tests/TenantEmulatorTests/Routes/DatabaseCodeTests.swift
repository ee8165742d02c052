import ByteEncodings
import TenantEmulator
import Testing

@Suite struct DatabaseCodeTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func begin(_ members: [String: any Sendable]) async throws -> TestResponse {
        let given: [String: any Sendable] = ["connection": TestClient.realm, "allow_signup": false]
        return try await client.post("/otp/challenge", given.merging(members) { $1 })
    }

    private func logIn(_ session: String?, _ code: String?) async throws -> TestResponse {
        try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp", "auth_session": session ?? "",
            "otp": code ?? "", "scope": "openid",
        ])
    }

    @Test func `logs in a user of a database connection by code once`() async throws {
        let session = try await begin(["email": "john@example.com"])["auth_session"]
        let code = tenant.latestCode(to: "john@example.com")

        let wrong = try await logIn(session, "x")
        let right = try await logIn(session, code)
        let again = try await logIn(session, code)

        #expect(wrong["error_description"] == "Wrong email or verification code.")
        #expect(claims(of: right["id_token"])?["sub"]?.string == "auth0|000000000000000000000001")
        #expect(again.status == 403)
    }

    @Test func `creates a user only if that is allowed`() async throws {
        let silent = try await begin(["email": "new@example.com"])
        let allowed = try await begin(["phone_number": "+15550100900", "allow_signup": true])

        let right = try await logIn(allowed["auth_session"], tenant.latestCode(to: "+15550100900"))

        #expect(silent.status == 200)
        #expect(tenant.messages(to: "new@example.com").isEmpty)
        #expect(right.status == 200)
    }

    @Test func `emulator-a4 a code creates no user in place of one who was deleted`() async throws {
        let session = try await begin(["email": "john@example.com"])["auth_session"]
        try tenant.deleteUser("john@example.com")

        let response = try await logIn(session, tenant.latestCode(to: "john@example.com"))

        #expect(response["error"] == "invalid_grant")
        #expect(!tenant.users.contains { $0.login == "john@example.com" })
    }

    @Test(arguments: [
        ["connection": "email", "email": "a@example.com"], ["email": "nonsense"], [:],
        ["phone_number": "+15550100900", "delivery_method": "pigeon"],
    ])
    func `refuses an invalid challenge`(members: [String: String]) async throws {
        #expect(try await begin(members).status == 400)
    }
}
