import TenantEmulator
import Testing

@Suite struct StartTests {
    @Test func `E1 refuses every address but the loopback literal`() {
        var configuration = TenantConfiguration()
        configuration.address = "0.0.0.0"

        #expect(throws: EmulatorError.self) { try EmulatedTenant.start(configuration) }
    }

    @Test func `answers at its domain`() async throws {
        let tenant = try EmulatedTenant.start()

        let answer = try await TestClient(tenant).get("/.well-known/jwks.json")

        #expect(answer.status == 200)
    }
}
