import Auth0
import Foundation
import OpenID
import TenantEmulator
import Testing

/// The audiences of the tenant's own APIs, and a verifier of the program's tenant.
@Suite struct AudienceTests {
    @Test(arguments: ["tenant.example.com", "https://tenant.example.com/"])
    func `the APIs of a tenant are below its domain`(domain: String) {
        let authentication = Auth0.authentication(clientId: "client", domain: domain)

        #expect(authentication.managementAudience == "https://tenant.example.com/api/v2/")
        #expect(authentication.myAccountAudience == "https://tenant.example.com/me/")
    }

    @Test func `a token for the management audience changes the user's metadata`() async throws {
        let tenant = try EmulatedTenant.start()
        let authentication = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
        let credentials = try await authentication.login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", audience: authentication.managementAudience,
            scope: "openid update:current_user_metadata"
        ).start()

        let user = try await Auth0.users(token: credentials.accessToken, domain: tenant.domain)
            .patch("auth0|000000000000000000000001", userMetadata: ["color": "red"]).start()

        #expect((user["user_metadata"] as? [String: any Sendable])?["color"] as? String == "red")
    }

    @Test func `a verifier without a domain takes that of the program`() async {
        await #expect(processExitsWith: .success) {
            unsetenv("AUTH0_DOMAIN")
            let missing = #expect(throws: ConfigurationError.self) { try AccessTokenVerifier(audience: "https://api/") }
            #expect(missing?.code == .missing)
            setenv("AUTH0_DOMAIN", "tenant.example.com", 1)
            #expect(throws: Never.self) { try AccessTokenVerifier(audience: "https://api/") }
        }
    }

    @Test func `a verifier accepts a token for any of its audiences, and may require a binding`() async throws {
        let tenant = try EmulatedTenant.start(.anyPort)
        let (api, todo) = ("https://api.example.com/", "https://todo.example.com/")
        let credentials = try await Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain).login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", audience: api, scope: "openid read:todos"
        ).start()

        let several = try AccessTokenVerifier(domain: tenant.domain, audiences: [todo, api])
        let other = try AccessTokenVerifier(domain: tenant.domain, audiences: [todo], leeway: .seconds(5))
        let bound = try AccessTokenVerifier(domain: tenant.domain, audience: api, binding: .required)

        #expect(several.audiences == [todo, api])
        try await several.verify(credentials.accessToken).require(scopes: ["read:todos"])
        for (verifier, code) in [(other, TokenVerificationError.Code.claimMismatch), (bound, .bindingRequired)] {
            let error = await #expect(throws: TokenVerificationError.self) {
                _ = try await verifier.verify(credentials.accessToken)
            }
            #expect(error?.code == code)
        }
    }
}
