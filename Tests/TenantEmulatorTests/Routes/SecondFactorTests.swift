import ByteEncodings
import TenantEmulator
import Testing

@Suite struct SecondFactorTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func verify(_ kind: String, _ members: [String: String]) async throws -> TestResponse {
        try await client.tokens(["grant_type": "http://auth0.com/oauth/grant-type/\(kind)"].merging(members) { $1 })
    }

    @Test func `demands a second factor and lists those of the user`() async throws {
        let response = try await client.logIn("mfa@example.com")

        #expect(response["error_description"] == "Multifactor authentication required")
        #expect(response["mfa_token"] != nil)
        let types = response.json?["mfa_requirements"]?["challenge"]?.elements?.map { $0["type"]?.string }
        #expect(types == ["otp", "phone", "email", "push-notification", "recovery-code"])
    }

    @Test func `demands an enrollment from a user without a second factor`() async throws {
        let response = try await client.logIn("enroll@example.com")

        #expect(response["error"] == "mfa_required")
        #expect(response.json?["mfa_requirements"]?["enroll"] != nil)
    }

    @Test func `issues tokens for the code of the authenticator app`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])
        let code = try #require(tenant.authenticatorCode(for: "mfa@example.com"))

        let wrong = try await verify("mfa-otp", ["mfa_token": token, "otp": "000000x"])
        let right = try await verify("mfa-otp", ["mfa_token": token, "otp": code])

        #expect(wrong.status == 403)
        #expect(wrong["error_description"] == "Invalid otp_code.")
        #expect(right.status == 200)
        #expect(right["access_token"] != nil)
    }

    @Test func `E2 ends a login after ten wrong codes`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])

        var errors: [String?] = []
        for _ in 0..<11 {
            errors.append(try await verify("mfa-otp", ["mfa_token": token, "otp": "wrong"])["error_description"])
        }

        #expect(Set(errors.prefix(9)) == ["Invalid otp_code."])
        #expect(errors[9]?.hasPrefix("Too many failed codes.") == true)
        #expect(errors[10] == "Malformed mfa_token")
    }

    @Test func `accepts a recovery code once and issues the next one`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])

        let wrong = try await verify("mfa-recovery-code", ["mfa_token": token, "recovery_code": "NO"])
        let right = try await verify(
            "mfa-recovery-code", ["mfa_token": token, "recovery_code": "RECOVERY0000000000000001"])

        #expect(wrong["error_description"] == "MFA Authorization rejected.")
        #expect(right.status == 200)
        #expect(right["recovery_code"] != nil)
        #expect(right["recovery_code"] != "RECOVERY0000000000000001")
    }

    @Test func `refuses an expired and a malformed mfa_token`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])
        tenant.clock.advance(by: .seconds(600))

        let expired = try await verify("mfa-otp", ["mfa_token": token, "otp": "1"])
        let malformed = try await verify("mfa-otp", ["mfa_token": "x", "otp": "1"])

        #expect(expired["error"] == "expired_token")
        #expect(expired["error_description"] == "mfa_token is expired")
        #expect(malformed["error_description"] == "Malformed mfa_token")
    }

    @Test func `lists the second factors with partly hidden addresses`() async throws {
        let token = try await client.logIn("mfa@example.com")["mfa_token"]

        let response = try await client.get("/mfa/authenticators", token: token)

        #expect(response.status == 200)
        #expect(response.json?.elements?.map { $0["type"]?.string }.contains("phone") == true)
        #expect(response.text.contains("XXXXXXXX0500"))
        #expect(!response.text.contains("+15550100500"))
        #expect(try await client.get("/mfa/authenticators", token: "x").status == 401)
    }

    @Test func `sends a code by text message and accepts it once`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])
        let challenge = try await client.post(
            "/mfa/challenge",
            ["mfa_token": token, "challenge_type": "oob", "authenticator_id": "sms|dev_0000000000000002"])
        let oobCode = try #require(challenge["oob_code"])
        let code = try #require(tenant.latestCode(to: "+15550100500"))

        let wrong = try await verify("mfa-oob", ["mfa_token": token, "oob_code": oobCode, "binding_code": "x"])
        let right = try await verify("mfa-oob", ["mfa_token": token, "oob_code": oobCode, "binding_code": code])

        #expect(challenge["binding_method"] == "prompt")
        #expect(wrong["error_description"] == "Invalid binding_code.")
        #expect(right.status == 200)
    }

    @Test(arguments: [(true, 200, nil), (false, 403, "MFA Authorization rejected.")] as [(Bool, Int, String?)])
    func `waits for the decision about the push notification`(approve: Bool, status: Int, text: String?) async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])
        let challenge = try await client.post(
            "/mfa/challenge",
            ["mfa_token": token, "challenge_type": "oob", "authenticator_id": "push|dev_0000000000000004"])
        let members = ["mfa_token": token, "oob_code": challenge["oob_code"] ?? ""]

        let early = try await verify("mfa-oob", members)
        let answered = approve ? tenant.approvePush(for: "mfa@example.com") : tenant.denyPush(for: "mfa@example.com")
        let late = try await verify("mfa-oob", members)

        #expect(early["error"] == "authorization_pending")
        #expect(answered == 1)
        #expect(late.status == status)
        #expect(late["error_description"] == text)
    }

    @Test func `reports a second factor that the user does not have`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])

        let response = try await client.post("/mfa/challenge", ["mfa_token": token, "authenticator_id": "none"])

        #expect(response.status == 401)
        #expect(response["error"] == "unsupported_challenge_type")
    }

    private func enroll(_ token: String?, _ members: [String: any Sendable]) async throws -> TestResponse {
        try await client.post("/mfa/associate", members, token: token)
    }

    @Test func `enrolls an authenticator app, which is confirmed by its first code`() async throws {
        let token = try #require(try await client.logIn("enroll@example.com")["mfa_token"])

        let enrolled = try await enroll(token, ["authenticator_types": ["otp"]])
        let code = try #require(tenant.authenticatorCode(for: "enroll@example.com"))
        let verified = try await verify("mfa-otp", ["mfa_token": token, "otp": code])
        let next = try await client.logIn("enroll@example.com")

        #expect(enrolled["secret"]?.count == 32)
        #expect(enrolled["barcode_uri"]?.hasPrefix("otpauth://totp/") == true)
        #expect(enrolled.json?["recovery_codes"]?.count == 1)
        #expect(verified.status == 200)
        #expect(next.json?["mfa_requirements"]?["challenge"]?.count == 2)
    }

    @Test func `enrolls a phone, an e-mail address and push notifications`() async throws {
        let token = try #require(try await client.logIn("enroll@example.com")["mfa_token"])
        let oob: [String: any Sendable] = ["authenticator_types": ["oob"]]

        let phone = try await enroll(
            token, oob.merging(["oob_channels": ["sms"], "phone_number": "+15550100600"]) { $1 })
        let email = try await enroll(token, oob.merging(["oob_channels": ["email"], "email": "e@example.com"]) { $1 })
        let push = try await enroll(token, oob.merging(["oob_channels": ["auth0"]]) { $1 })
        let none = try await enroll(token, oob.merging(["oob_channels": ["smoke"]]) { $1 })

        #expect(phone["binding_method"] == "prompt")
        #expect(tenant.latestCode(to: "+15550100600") != nil)
        #expect(tenant.latestCode(to: "e@example.com") != nil)
        #expect(email["oob_channel"] == "email")
        #expect(push["barcode_uri"] != nil)
        #expect(none.status == 400)
    }

    @Test func `refuses an enrollment by a user who has a factor`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])

        #expect(try await enroll(token, ["authenticator_types": ["otp"]]).status == 403)
    }
}
