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

/// Profiles for doubles.
@Suite struct UserInfoTests {
    @Test func `a profile has the claims that are given, and no others`() {
        let jane = UserInfo(
            sub: "auth0|1", name: "Jane", email: "jane@example.com", emailVerified: true,
            claims: ["given_name": "J.", "https://example.com/roles": ["admin"]])

        #expect(jane.sub == "auth0|1" && jane.name == "Jane" && jane.givenName == "J.")
        #expect(jane.email == "jane@example.com" && jane.emailVerified == true)
        #expect(jane.customClaims?["https://example.com/roles"] as? [String] == ["admin"])
        #expect(UserInfo().sub == "auth0|test")
        #expect(UserInfo().name == nil && UserInfo().emailVerified == nil)
    }
}
