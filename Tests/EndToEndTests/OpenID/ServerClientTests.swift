import Foundation
import JOSE
import OpenID
import TenantEmulator
import Testing

/// A server without users: client credentials by assertion, fine-grained permissions, and the tokens that a server
/// verifies.
@Suite struct ServerClientTests {
    private static let api = "https://api.example.com/"
    private static let secret = "a-client-secret-of-more-than-32-bytes"
    private let tenant: EmulatedTenant

    init() throws {
        var configuration = TenantConfiguration()
        configuration.seed.clients.append(
            TenantSeed.Client(id: "server", secret: Self.secret, authentication: .secretJWT))
        tenant = try EmulatedTenant.start(configuration)
    }

    private func provider() async throws -> OpenIDProvider {
        try await OpenIDProvider.discover(tenant.domain + "/").start()
    }

    @Test func `a client authenticates by an HMAC of its secret and receives the permissions that it names`()
        async throws
    {
        let provider = try await provider()
        let client = try provider.client(id: "server", authentication: .secretJWT(Self.secret))
        let payment = try AuthorizationDetail(
            type: "payment_initiation", actions: ["initiate"], additional: ["amount": "123.50", "currency": "EUR"])

        let credentials = try await client.clientCredentials(audience: Self.api).authorizationDetails([payment]).start()
        let verifier = try provider.accessTokenVerifier(audience: Self.api, profiles: [.auth0])
        let token = try await verifier.verify(
            authorization: "Bearer \(credentials.accessToken)", dpop: nil, method: "GET", url: Self.api)

        #expect(credentials.authorizationDetails == [payment])
        #expect(token.subject.hasPrefix("server"))
        #expect(tenant.journal.last { $0.path == "/oauth/token" }?.headers["Authorization"] == nil)
    }

    @Test func `an HMAC of another secret is refused`() async throws {
        let client = try await provider().client(
            id: "server", authentication: .secretJWT("another-secret-of-more-than-32-bytes!"))

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.clientCredentials(audience: Self.api).start()
        }

        #expect(error?.providerCode == "invalid_client")
    }

    @Test func `Back-Channel Logout §2.6 a logout token ends a session once, and an altered one ends none`()
        async throws
    {
        let verifier = try await provider().logoutTokenVerifier(clientID: tenant.clientID)
        let token = try tenant.logoutToken(for: "john@example.com", session: "session-1")

        let ended = try await verifier.verify(token)

        #expect(ended.sessionID == "session-1")
        #expect(ended.issuer == tenant.issuer)
        await #expect(throws: LogoutTokenError.self) { try await verifier.verify(token) }
        for tampering in [TokenTampering.audOther, .algNone] {
            let altered = try tenant.logoutToken(for: "john@example.com", tampering: tampering)
            await #expect(throws: LogoutTokenError.self) { try await verifier.verify(altered) }
        }
    }
}
