import Auth0
import Auth0Testing
import Testing

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
