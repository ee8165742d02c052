import ByteEncodings
import TenantEmulator
import Testing

/// Tests that an enrollment at the My Account API takes effect at the next login.
@Suite struct EnrolledFactorTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let methods = "/me/v1/authentication-methods"

    init() throws { tenant = try .withStoppedClock() }

    /// Returns an access token of a user who needs a second factor at each login.
    private func token() async throws -> String? {
        let scopes = ["create", "read", "update", "delete"].map { "\($0):me:authentication_methods" }
        let demand = try await client.logIn(
            "mfa@example.com", audience: "\(tenant.domain)/me/", scope: scopes.joined(separator: " "))
        let response = try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-recovery-code",
            "mfa_token": demand["mfa_token"] ?? "", "recovery_code": "RECOVERY0000000000000001",
        ])
        return response["access_token"]
    }

    private func path(_ begun: TestResponse) throws -> String {
        String(try #require(begun.header("location")).dropFirst(tenant.domain.count))
    }

    /// Returns the authenticators that the next login may use.
    private func authenticators() async throws -> [JSONValue] {
        let demand = try await client.logIn("mfa@example.com")
        return try await client.get("/mfa/authenticators", token: demand["mfa_token"]).json?.elements ?? []
    }

    @Test func `an enrolled e-mail address can be used until it is deleted`() async throws {
        let token = try await token()
        let begun = try await client.post(methods, ["type": "email", "email": "spare@example.com"], token: token)
        let confirmed = try await client.post(
            path(begun) + "/verify",
            [
                "auth_session": begun["auth_session"] ?? "",
                "otp_code": tenant.latestCode(to: "spare@example.com") ?? "",
            ],
            token: token)

        let with = try await authenticators()
        let deleted = try await client.send("DELETE", path(begun), token: token)
        let without = try await authenticators()

        #expect(confirmed.status == 201)
        #expect(with.contains { $0["id"]?.string == confirmed["id"] })
        #expect(deleted.status == 204)
        #expect(!without.contains { $0["id"]?.string == confirmed["id"] })
    }

    @Test func `second factors of a seed are methods, whose names can change`() async throws {
        let token = try await token()
        let path = methods + "/totp%7Cdev_0000000000000001"

        let before = try await client.get(methods, token: token)
        let named = try await client.json("PATCH", path, ["name": "Phone"], token)
        let after = try await client.get(methods, token: token)

        let types = before.json?["authentication_methods"]?.list?.compactMap { $0["type"]?.string }
        #expect(types == ["password", "totp", "phone", "email", "push-notification", "recovery-code"])
        #expect(named["name"] == "Phone")
        #expect(try await client.get(path, token: token)["name"] == "Phone")
        #expect(after.json?["authentication_methods"]?.count == 6)
    }

    @Test func `a code for a factor that was deleted meanwhile is refused`() async throws {
        let token = try await token()
        let begun = try await client.post(methods, ["type": "email", "email": "spare@example.com"], token: token)
        let sent = ["auth_session": begun["auth_session"], "otp_code": tenant.latestCode(to: "spare@example.com")]
        let confirmed = try await client.post(path(begun) + "/verify", sent.compactMapValues(\.self), token: token)
        let login = try await client.logIn("mfa@example.com")["mfa_token"] ?? ""
        let challenge = try await client.post(
            "/mfa/challenge",
            ["mfa_token": login, "challenge_type": "oob", "authenticator_id": confirmed["id"] ?? ""])

        _ = try await client.send("DELETE", path(begun), token: token)
        let response = try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-oob", "mfa_token": login,
            "oob_code": challenge["oob_code"] ?? "",
            "binding_code": tenant.latestCode(to: "spare@example.com") ?? "",
        ])

        #expect(challenge["oob_code"] != nil)
        #expect(response["error_description"] == "Malformed oob_code")
    }

    @Test func `a new recovery code replaces the old one`() async throws {
        let token = try await token()
        let begun = try await client.post(methods, ["type": "recovery-code"], token: token)
        let members = ["auth_session": begun["auth_session"] ?? ""]

        let confirmed = try await client.post(path(begun) + "/verify", members, token: token)
        let demand = try await client.logIn("mfa@example.com")
        let response = try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-recovery-code",
            "mfa_token": demand["mfa_token"] ?? "", "recovery_code": begun["recovery_code"] ?? "",
        ])

        #expect(confirmed.status == 201)
        #expect(confirmed.json?["recovery_code"] == nil)
        #expect(response.status == 200)
    }

    @Test func `an identity has one password, and the old one is refused`() async throws {
        let token = try await token()
        func enroll(_ password: String) async throws -> TestResponse {
            let begun = try await client.post(
                methods, ["type": "password", "connection": TestClient.realm], token: token)
            return try await client.post(
                path(begun) + "/verify", ["auth_session": begun["auth_session"] ?? "", "new_password": password],
                token: token)
        }

        let same = try await enroll(TestClient.password)
        let used = try await enroll("Already-Used-2025!")
        let first = try await enroll("Another-2026!")
        let second = try await enroll("Yet-Another-2026!")
        let passwords = try await client.get(methods + "?type=password", token: token)

        #expect(same.text.contains(#""pointer":"/new_password""#))
        #expect(used.text.contains(#""pointer":"/new_password""#))
        #expect([first.status, second.status] == [201, 201])
        #expect(second["identity_user_id"] == "000000000000000000000005")
        #expect(second["last_password_reset"] != nil)
        #expect(passwords.json?["authentication_methods"]?.count == 1)
        #expect(try await client.logIn("mfa@example.com", password: "Yet-Another-2026!")["error"] == "mfa_required")
    }

    @Test(arguments: [
        #"{"type": "email", "email": "a@example.com", "phone_number": "+15550100999"}"#,
        #"{"type": "totp", "name": "x"}"#,
    ])
    func `names the unexpected member of a body`(body: String) async throws {
        let response = try await client.post(methods, members(body), token: token())

        #expect(response.status == 400)
        #expect(response.text.contains("is not allowed"))
    }
}
