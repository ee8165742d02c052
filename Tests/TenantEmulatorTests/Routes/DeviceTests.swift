import ByteEncodings
import TenantEmulator
import Testing

@Suite struct DeviceTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .start() }

    private func ask(_ code: String?) async throws -> TestResponse {
        try await client.tokens([
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": code ?? "",
        ])
    }

    @Test func `E10 a client without the grant gets no code`() async throws {
        let response = try await client.post(
            "/oauth/device/code", ["client_id": "emulatorLimited000000000000000001", "scope": "openid"])

        #expect(response.status == 403)
        #expect(response["error"] == "unauthorized_client")
    }

    @Test func `issues tokens after an approval`() async throws {
        let begun = try await client.post("/oauth/device/code", ["scope": "openid offline_access"])
        let early = try await ask(begun["device_code"])

        try tenant.approveDevice(userCode: try #require(begun["user_code"]), as: "john@example.com")
        let late = try await ask(begun["device_code"])
        let again = try await ask(begun["device_code"])

        #expect(begun.json?["interval"]?.integer == 5)
        #expect(early["error"] == "authorization_pending")
        #expect(late.status == 200)
        #expect(late["refresh_token"] != nil)
        #expect(again["error"] == "invalid_grant")
    }

    @Test func `asks a device that polls too fast to slow down`() async throws {
        tenant.clock.stop()
        let code = try await client.post("/oauth/device/code", [:])["device_code"]

        let errors = [try await ask(code)["error"], try await ask(code)["error"]]
        tenant.clock.advance(by: .seconds(10))
        let patient = try await ask(code)["error"]

        #expect(errors == ["authorization_pending", "slow_down"])
        #expect(patient == "authorization_pending")
    }

    /// See "Expired Token" in `device-auth/includes/request-tokens.md` of the repository auth0/docs.
    @Test func `reports a denial, and once an expired code`() async throws {
        let denied = try await client.post("/oauth/device/code", [:])
        let expired = try await client.post("/oauth/device/code", [:])

        try tenant.denyDevice(userCode: try #require(denied["user_code"]))
        let response = try await ask(denied["device_code"])
        tenant.clock.advance(by: .seconds(900))
        let late = try await ask(expired["device_code"])

        #expect(response["error"] == "access_denied")
        #expect(late["error"] == "expired_token")
        #expect(try await ask(expired["device_code"])["error"] == "invalid_grant")
    }
}
