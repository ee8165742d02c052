import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PasswordGrantTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `issues tokens for the correct password of a realm`() async throws {
        let response = try await client.logIn()

        #expect(response.status == 200)
        #expect(response["token_type"] == "Bearer")
        #expect(response["scope"] == "openid profile email offline_access")
        #expect(response.json?["expires_in"]?.integer == 86_400)
        #expect(response["refresh_token"] != nil)
        let token = try #require(claims(of: response["id_token"]))
        #expect(token["iss"]?.string == tenant.issuer)
        #expect(token["aud"]?.string == tenant.clientID)
        #expect(token["email"]?.string == "john@example.com")
        #expect(token["sid"]?.string != nil)
    }

    @Test func `accepts a form as well as JSON`() async throws {
        let form =
            "grant_type=password&client_id=\(tenant.clientID)&username=john%40example.com"
            + "&password=Sesame-2026%21&scope=openid"

        let response = try await client.send(
            "POST", "/oauth/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(form.utf8))

        #expect(response.status == 200)
    }

    @Test func `uses the default directory without a realm`() async throws {
        let response = try await client.tokens([
            "grant_type": "password", "username": "john@example.com", "password": TestClient.password,
        ])

        #expect(response.status == 200)
    }

    @Test(arguments: [("john@example.com", "wrong"), ("nobody@example.com", TestClient.password)])
    func `responds alike for a wrong password and a wrong name`(username: String, password: String) async throws {
        let response = try await client.logIn(username, password: password)

        #expect(response.status == 403)
        #expect(response["error"] == "invalid_grant")
        #expect(response["error_description"] == "Wrong email or password.")
    }

    @Test func `blocks a name after ten wrong passwords and sends an e-mail`() async throws {
        for _ in 0..<10 { _ = try await client.logIn(password: "wrong") }

        let response = try await client.logIn()

        #expect(response.status == 429)
        #expect(response["error"] == "too_many_attempts")
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
    func `refuses the seeded users with their configured errors`(username: String, status: Int, error: String)
        async throws
    {
        let response = try await client.logIn(username)

        #expect(response.status == status)
        #expect(response["error"] == error)
    }

    @Test func `grants only existing scopes`() async throws {
        let response = try await client.logIn(
            audience: "https://api.example.com/", scope: "openid read:todos launch:rockets")

        #expect(response["scope"] == "openid read:todos")
        let token = try #require(claims(of: response["access_token"]))
        #expect(
            token["aud"]
                == .array([.string("https://api.example.com/"), .string("\(tenant.domain)/userinfo")]))
        #expect(token["scope"]?.string == "openid read:todos")
        #expect(token["azp"]?.string == tenant.clientID)
        #expect(response["refresh_token"] == nil)
    }

    @Test func `grants a privileged scope only with the permission`() async throws {
        let audience = "\(tenant.domain)/api/v2/"

        let john = try await client.logIn(audience: audience, scope: "read:users read:current_user")
        let admin = try await client.logIn("admin@example.com", audience: audience, scope: "read:users")

        #expect(john["scope"] == "read:current_user")
        #expect(admin["scope"] == "read:users")
    }
}
