import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PasswordGrantTests {
    let tenant: EmulatedTenant
    let client: TestClient

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    @Test func `gives tokens for the right password of a realm`() async throws {
        let answer = try await client.logIn()

        #expect(answer.status == 200)
        #expect(answer["token_type"] == "Bearer")
        #expect(answer["scope"] == "openid profile email offline_access")
        #expect(answer.json?["expires_in"]?.integer == 86_400)
        #expect(answer["refresh_token"] != nil)
        let token = try #require(claims(of: answer["id_token"]))
        #expect(token["iss"]?.string == tenant.issuer)
        #expect(token["aud"]?.string == tenant.clientID)
        #expect(token["email"]?.string == "john@example.com")
        #expect(token["sid"]?.string != nil)
    }

    @Test func `takes a form as well as JSON`() async throws {
        let form =
            "grant_type=password&client_id=\(tenant.clientID)&username=john%40example.com"
            + "&password=Sesame-2026%21&scope=openid"

        let answer = try await client.send(
            "POST", "/oauth/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(form.utf8))

        #expect(answer.status == 200)
    }

    @Test func `looks into the default directory without a realm`() async throws {
        let answer = try await client.post(
            "/oauth/token",
            ["grant_type": "password", "username": "john@example.com", "password": TestClient.password])

        #expect(answer.status == 200)
    }

    @Test(arguments: [("john@example.com", "wrong"), ("nobody@example.com", TestClient.password)])
    func `answers alike for a wrong password and a wrong name`(username: String, password: String) async throws {
        let answer = try await client.logIn(username, password: password)

        #expect(answer.status == 403)
        #expect(answer["error"] == "invalid_grant")
        #expect(answer["error_description"] == "Wrong email or password.")
    }

    @Test func `blocks a name after ten wrong passwords, and says so by e-mail`() async throws {
        for _ in 0..<10 { _ = try await client.logIn(password: "wrong") }

        let answer = try await client.logIn()

        #expect(answer.status == 429)
        #expect(answer["error"] == "too_many_attempts")
        #expect(tenant.messages(to: "john@example.com").map(\.kind) == [.blockedAccount])
    }

    @Test(arguments: [
        ("blocked@example.com", 401, "unauthorized"), ("leaked@example.com", 401, "password_leaked"),
        ("suspicious@example.com", 401, "requires_verification"), ("rule@example.com", 401, "unauthorized"),
        ("denied@example.com", 403, "access_denied"), ("login-required@example.com", 403, "login_required"),
        ("legacy-mfa@example.com", 401, "a0.mfa_registration_required"),
        ("legacy-code@example.com", 401, "a0.mfa_invalid_code"), ("dpop@example.com", 401, "use_dpop_nonce"),
        ("mfa@example.com", 403, "mfa_required"),
    ])
    func `refuses the seeded users with their errors`(username: String, status: Int, error: String) async throws {
        let answer = try await client.logIn(username)

        #expect(answer.status == status)
        #expect(answer["error"] == error)
    }

    @Test func `gives only the scopes there are`() async throws {
        let answer = try await client.logIn(
            audience: "https://api.example.com/", scope: "openid read:todos launch:rockets")

        #expect(answer["scope"] == "openid read:todos")
        let token = try #require(claims(of: answer["access_token"]))
        #expect(
            token["aud"]
                == .array([.string("https://api.example.com/"), .string("\(tenant.domain)/userinfo")]))
        #expect(token["scope"]?.string == "openid read:todos")
        #expect(token["azp"]?.string == tenant.clientID)
        #expect(answer["refresh_token"] == nil)
    }

    @Test func `gives nobody a privileged scope without the permission`() async throws {
        let audience = "\(tenant.domain)/api/v2/"

        let john = try await client.logIn(audience: audience, scope: "read:users read:current_user")
        let admin = try await client.logIn("admin@example.com", audience: audience, scope: "read:users")

        #expect(john["scope"] == "read:current_user")
        #expect(admin["scope"] == "read:users")
    }
}
