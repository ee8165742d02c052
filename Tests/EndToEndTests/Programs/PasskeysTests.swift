import TenantEmulator
import Testing

@Suite struct PasskeysTests {
    @Test func `a program signs up with a passkey and logs in with it`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }

        let outcome = try await Program(name: "Passkeys").run(
            environment: ["AUTH0_DOMAIN": tenant.domain, "AUTH0_CLIENT_ID": tenant.clientID])

        #expect(outcome.output == "Signed up as passkeys@example.com at 127.0.0.1\nHello, Pat Keys\n")
        #expect(outcome.status == 0)
    }
}
