import TenantEmulator
import Testing

@Suite struct SecondFactorMemoryTests {
    private func verify(_ client: TestClient, _ token: String?, _ code: String?) async throws -> TestResponse {
        try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-otp", "mfa_token": token ?? "",
            "otp": code ?? "",
        ])
    }

    @Test func `E2 accepts a code of an authenticator app once, and no older one after it`() async throws {
        let tenant = try EmulatedTenant.withStoppedClock()
        let client = TestClient(tenant)
        let old = tenant.authenticatorCode(for: "mfa@example.com")
        tenant.clock.advance(by: .seconds(30))
        let code = tenant.authenticatorCode(for: "mfa@example.com")

        let first = try await verify(client, client.logIn("mfa@example.com")["mfa_token"], code)
        let again = try await verify(client, client.logIn("mfa@example.com")["mfa_token"], code)
        let earlier = try await verify(client, client.logIn("mfa@example.com")["mfa_token"], old)
        tenant.clock.advance(by: .seconds(30))
        let next = tenant.authenticatorCode(for: "mfa@example.com")
        let later = try await verify(client, client.logIn("mfa@example.com")["mfa_token"], next)

        #expect(first.status == 200)
        #expect(again["error_description"] == "Invalid otp_code.")
        #expect(earlier["error_description"] == "Invalid otp_code.")
        #expect(later.status == 200)
    }

    @Test(arguments: [(-61, 403), (-30, 200), (30, 200), (61, 403)])
    func `accepts the code of an adjacent time step only`(offset: Int, status: Int) async throws {
        let tenant = try EmulatedTenant.withStoppedClock()
        let client = TestClient(tenant)
        tenant.clock.advance(by: .seconds(offset))
        let code = tenant.authenticatorCode(for: "mfa@example.com")
        tenant.clock.advance(by: .seconds(-offset))

        let response = try await verify(client, client.logIn("mfa@example.com")["mfa_token"], code)

        #expect(response.status == status)
    }

    @Test func `remembers a second factor for the configured time and the same client`() async throws {
        let tenant = try EmulatedTenant.start { $0.secondFactorMemory = .seconds(600) }
        let client = TestClient(tenant)
        var other = client
        other.clientID = "emulatorClient0000000000000000002"
        let demand = try await client.logIn("mfa@example.com")
        _ = try await verify(client, demand["mfa_token"], tenant.authenticatorCode(for: "mfa@example.com"))

        let remembered = try await client.logIn("mfa@example.com")
        let elsewhere = try await other.logIn("mfa@example.com")
        tenant.clock.advance(by: .seconds(601))
        let forgotten = try await client.logIn("mfa@example.com")

        #expect(remembered.status == 200)
        #expect(elsewhere["error"] == "mfa_required")
        #expect(forgotten["error"] == "mfa_required")
    }
}
