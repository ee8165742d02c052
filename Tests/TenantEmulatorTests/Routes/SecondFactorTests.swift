import Encodings
import TenantEmulator
import Testing

@Suite struct SecondFactorTests {
    let tenant: EmulatedTenant
    let client: TestClient

    init() throws {
        tenant = try EmulatedTenant.start()
        client = TestClient(tenant)
    }

    private func verify(_ kind: String, _ members: [String: String]) async throws -> Answer {
        try await client.post(
            "/oauth/token", ["grant_type": "http://auth0.com/oauth/grant-type/\(kind)"].merging(members) { $1 })
    }

    @Test func `asks for a second factor and says which there are`() async throws {
        let answer = try await client.logIn("mfa@example.com")

        #expect(answer["error_description"] == "Multifactor authentication required")
        #expect(answer["mfa_token"] != nil)
        #expect(
            answer.json?["mfa_requirements"]?["challenge"]
                == .array([
                    .object([.init(name: "type", value: .string("otp"))]),
                    .object([.init(name: "type", value: .string("recovery-code"))]),
                ]))
    }

    @Test func `asks to enroll who has no second factor`() async throws {
        let answer = try await client.logIn("enroll@example.com")

        #expect(answer["error"] == "mfa_required")
        #expect(answer.json?["mfa_requirements"]?["enroll"] != nil)
    }

    @Test func `gives tokens for the code of the authenticator`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])
        let code = try #require(tenant.authenticatorCode(for: "mfa@example.com"))

        let wrong = try await verify("mfa-otp", ["mfa_token": token, "otp": "000000x"])
        let right = try await verify("mfa-otp", ["mfa_token": token, "otp": code])

        #expect(wrong.status == 403)
        #expect(wrong["error_description"] == "Invalid otp_code.")
        #expect(right.status == 200)
        #expect(right["access_token"] != nil)
    }

    @Test func `takes a recovery code once and gives the next`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])

        let wrong = try await verify("mfa-recovery-code", ["mfa_token": token, "recovery_code": "NO"])
        let right = try await verify(
            "mfa-recovery-code", ["mfa_token": token, "recovery_code": "RECOVERY0000000000000001"])

        #expect(wrong["error_description"] == "MFA Authorization rejected.")
        #expect(right.status == 200)
        #expect(right["recovery_code"] != nil)
        #expect(right["recovery_code"] != "RECOVERY0000000000000001")
    }

    @Test func `refuses a token that is expired, and one that is none`() async throws {
        let token = try #require(try await client.logIn("mfa@example.com")["mfa_token"])
        tenant.clock.advance(by: .seconds(600))

        let expired = try await verify("mfa-otp", ["mfa_token": token, "otp": "1"])
        let malformed = try await verify("mfa-otp", ["mfa_token": "x", "otp": "1"])

        #expect(expired["error"] == "expired_token")
        #expect(expired["error_description"] == "mfa_token is expired")
        #expect(malformed["error_description"] == "Malformed mfa_token")
    }
}
