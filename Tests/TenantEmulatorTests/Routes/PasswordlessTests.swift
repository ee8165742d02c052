import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PasswordlessTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func start(_ members: [String: String]) async throws -> TestResponse {
        try await client.post("/passwordless/start", members)
    }

    private func logIn(_ username: String, _ code: String, realm: String) async throws -> TestResponse {
        try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp", "username": username, "otp": code,
            "realm": realm, "scope": "openid profile email phone",
        ])
    }

    @Test func `sends a code by e-mail, which logs in once`() async throws {
        let started = try await start(["email": "a+b@example.com", "connection": "email", "send": "code"])
        let code = try #require(tenant.latestCode(to: "a+b@example.com"))

        let first = try await logIn("a+b@example.com", code, realm: "email")
        let second = try await logIn("a+b@example.com", code, realm: "email")

        #expect(started.status == 200)
        #expect(first.status == 200)
        #expect(claims(of: first["id_token"])?["email_verified"] == .boolean(true))
        #expect(second["error_description"] == "Wrong email or verification code.")
    }

    /// [The service's documentation](https://auth0.com/docs/api/authentication/passwordless): `client_secret`
    @Test func `E10 a client with a secret has to show it, and no message is sent without it`() async throws {
        let members = [
            "client_id": "emulatorWeb000000000000000000001", "email": "a@example.com", "connection": "email",
        ]

        let missing = try await start(members)
        let wrong = try await start(members.merging(["client_secret": "x"]) { $1 })
        let unsent = tenant.messages(to: "a@example.com").isEmpty
        let right = try await start(
            members.merging(["client_secret": "a-secret-of-the-web-application-in-2026"]) { $1 })

        #expect([missing, wrong, right].map(\.status) == [401, 401, 200])
        #expect(unsent && missing["error"] == "access_denied")
        #expect(tenant.messages(to: "a@example.com").count == 1)
    }

    @Test func `sends a code as a text message`() async throws {
        let started = try await start(["phone_number": "+15550100100", "connection": "sms", "send": "code"])
        let message = try #require(tenant.messages(to: "+15550100100").last)

        let wrong = try await logIn("+15550100100", "x", realm: "sms")
        let right = try await logIn("+15550100100", message.code ?? "", realm: "sms")

        #expect(started.status == 200)
        #expect(message.channel == .sms)
        #expect(wrong["error_description"] == "Wrong phone number or verification code.")
        #expect(claims(of: right["id_token"])?["sub"]?.string == "sms|000000000000000000000017")
    }

    @Test func `finds the same user the next time`() async throws {
        var subjects: [String?] = []
        for _ in 0..<2 {
            _ = try await start(["email": "new@example.com", "connection": "email"])
            let code = try #require(tenant.latestCode(to: "new@example.com"))
            subjects.append(
                claims(of: try await logIn("new@example.com", code, realm: "email")["id_token"])?["sub"]?.string)
        }

        #expect(Set(subjects).count == 1)
    }

    @Test func `rejects a code after three wrong ones`() async throws {
        _ = try await start(["email": "a@example.com", "connection": "email"])
        let code = try #require(tenant.latestCode(to: "a@example.com"))
        for _ in 0..<3 { _ = try await logIn("a@example.com", "x", realm: "email") }

        let response = try await logIn("a@example.com", code, realm: "email")

        #expect(response.status == 403)
        #expect(response["error_description"]?.contains("maximum number of attempts") == true)
    }

    @Test func `rejects an expired code`() async throws {
        _ = try await start(["email": "a@example.com", "connection": "email"])
        let code = try #require(tenant.latestCode(to: "a@example.com"))

        tenant.clock.advance(by: .seconds(180))

        let response = try await logIn("a@example.com", code, realm: "email")
        #expect(response["error_description"]?.contains("expired") == true)
    }

    @Test func `replaces a code by the next one`() async throws {
        _ = try await start(["email": "a@example.com", "connection": "email"])
        let first = try #require(tenant.latestCode(to: "a@example.com"))
        var second = first
        while second == first {
            _ = try await start(["email": "a@example.com", "connection": "email"])
            second = try #require(tenant.latestCode(to: "a@example.com"))
        }

        #expect(try await logIn("a@example.com", first, realm: "email").status == 403)
        #expect(try await logIn("a@example.com", second, realm: "email").status == 200)
    }

    /// A link is [the service's default](https://auth0.com/docs/api/authentication/passwordless/get-code-or-link).
    @Test(arguments: [["send": "link"], ["send": ""], [:]])
    func `E5 sends a link on request, and to a request that does not say what`(send: [String: String]) async throws {
        _ = try await start(["email": "a@example.com", "connection": "email"].merging(send) { $1 })

        let message = try #require(tenant.inbox.last)
        #expect(message.kind == .loginLink)
        #expect(message.link?.hasPrefix("\(tenant.domain)/passwordless/verify_redirect?") == true)
    }

    @Test func `E5 a link has every parameter of authParams, also a number`() async throws {
        let parameters: [String: any Sendable] = ["max_age": 0, "nonce": "n", "screen_hint": JSONValue.null]
        _ = try await client.post(
            "/passwordless/start", ["email": "a@example.com", "connection": "email", "authParams": parameters])

        let link = try #require(tenant.inbox.last?.link)
        #expect(link.contains("&max_age=0&") && link.contains("&nonce=n&"))
        #expect(!link.contains("screen_hint"))
    }

    @Test(arguments: [
        (["connection": "nowhere", "email": "a@example.com"], "bad.connection"),
        (["connection": TestClient.realm, "email": "a@example.com"], "bad.connection"),
        (["connection": "email", "email": "nonsense"], "bad.email"),
        (["connection": "sms", "phone_number": "12345"], "bad.phone_number"),
        (["connection": "email"], "invalid_request"),
        (["connection": "email", "email": "a@example.com", "send": "pigeon"], "bad.send"),
    ])
    func `refuses an invalid start`(members: [String: String], error: String) async throws {
        let response = try await start(members)

        #expect(response.status == 400)
        #expect(response["error"] == error)
        #expect(tenant.inbox.isEmpty)
    }
}
