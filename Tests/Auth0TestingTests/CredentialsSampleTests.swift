import Auth0
import Auth0Testing
import FoundationEssentials
import SecretStorage
import Testing

/// Credentials for doubles.
@Suite struct CredentialsSampleTests {
    @Test func `a sample can be stored, used and renewed`() async throws {
        let manager = CredentialsManager(
            authentication: Auth0.authentication(clientId: "client", domain: "tenant.example.com"),
            store: MemoryStore())

        try await manager.save(.sample())

        #expect(try await manager.credentials().accessToken == "access-token")
        #expect(manager.hasValid() && manager.canRenew())
    }

    @Test func `a sample expires when it says so`() {
        let before = Date()

        let expiry = Credentials.sample(lifetime: .seconds(60)).expiresIn

        #expect((before + 59...Date() + 61).contains(expiry))
        #expect(Credentials.sample(lifetime: .seconds(-1)).expiresIn < Date())
        #expect(Credentials.sample(refreshToken: nil).refreshToken == nil)
    }
}
