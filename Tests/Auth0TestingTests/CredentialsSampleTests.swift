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
        let seconds = Credentials.sample(lifetime: .seconds(60)).expiresIn.timeIntervalSinceNow

        #expect(seconds > 50 && seconds <= 60)
        #expect(Credentials.sample(lifetime: .seconds(-1)).expiresIn < Date())
        #expect(Credentials.sample(refreshToken: nil).refreshToken == nil)
    }
}
