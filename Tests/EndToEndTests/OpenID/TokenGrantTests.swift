import JOSE
import OpenID
import TenantEmulator
import Testing

/// Grants of `OpenID` without a browser, with the emulator as the provider.
@Suite struct TokenGrantTests {
    private static let api = "https://api.example.com/"
    private static let partner = TokenTypeIdentifier(rawValue: "https://partner.example.com/token")
    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    private func client() async throws -> OpenIDClient {
        try await OpenID.discover(tenant.issuer).start().client(id: tenant.clientID)
    }

    private func accept(_ token: String, times: Int? = nil) throws {
        try tenant.accept(subjectToken: token, type: Self.partner.rawValue, for: "john@example.com", times: times)
    }

    @Test func `RFC 8693 a partner's token becomes an access token of the API`() async throws {
        let client = try await client()
        try accept("a partner's token")

        let exchanged = try await client.tokenExchange(
            subject: SecurityToken("a partner's token", type: Self.partner), audiences: [Self.api],
            scope: "read:todos"
        ).start()
        let token = try await client.provider.accessTokenVerifier(audiences: [Self.api], profiles: [.auth0])
            .verify(exchanged.value)

        #expect(exchanged.issuedType == .accessToken)
        #expect(exchanged.tokenType == "Bearer")
        #expect(exchanged.expiresAt != nil)
        #expect(token.subject.hasPrefix("auth0|"))
        try token.require(scopes: ["read:todos"])
        #expect(token.claims.actor == nil)
    }

    @Test func `RFC 8693 §4.1 the token of an actor is its act claim`() async throws {
        let client = try await client()
        try accept("a partner's token")
        let admin = try await client.tokens(
            grantType: "password",
            parameters: ["username": "admin@example.com", "password": "Sesame-2026!", "scope": "openid"]
        ).start()

        let exchanged = try await client.tokenExchange(
            subject: SecurityToken("a partner's token", type: Self.partner), actor: .idToken(admin.idToken),
            audiences: [Self.api]
        ).start()
        let token = try await client.provider.accessTokenVerifier(audience: Self.api, profiles: [.auth0])
            .verify(exchanged.value)

        #expect(try token.claims.actor?.sub == decode(jwt: admin.idToken).subject)
        #expect(token.claims.actor?.act == nil)
    }

    @Test func `a used or unknown token is refused with the provider's code`() async throws {
        let client = try await client()
        try accept("a code", times: 1)
        let code = SecurityToken("a code", type: Self.partner)
        _ = try await client.tokenExchange(subject: code).start()

        for (subject, expected) in [(code, "invalid_grant"), (.jwt("e30.e30.e30"), "invalid_request")] {
            let error = await #expect(throws: OpenIDError.self) {
                _ = try await client.tokenExchange(subject: subject).start()
            }
            #expect(error?.code == .refused)
            #expect(error?.providerCode == expected)
        }
    }

    @Test func `a grant type without a method of its own`() async throws {
        let client = try await client()

        let credentials = try await client.tokens(
            grantType: "http://auth0.com/oauth/grant-type/password-realm",
            parameters: [
                "username": "john@example.com", "password": "Sesame-2026!",
                "realm": "Username-Password-Authentication", "scope": "openid offline_access",
            ]
        ).start()

        #expect(!credentials.idToken.isEmpty)
        #expect(try await client.renew(credentials).start().accessToken != credentials.accessToken)
    }

    @Test func `a grant type that the provider does not know is refused`() async throws {
        let client = try await client()

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.tokens(grantType: "urn:example:none").start()
        }

        #expect(error?.providerCode == "unsupported_grant_type")
    }
}
