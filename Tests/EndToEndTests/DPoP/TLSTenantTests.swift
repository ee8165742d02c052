import Auth0
import Foundation
import LibcurlTransport
import OpenID
import ProgramRunner
import SecretStorage
import TenantEmulator
import Testing

/// The SDK against a tenant with TLS.
@Suite struct TLSTenantTests {
    private let folder = TemporaryFolder()
    private let tenant: EmulatedTenant
    private let session: CurlTransport

    init() throws {
        let authority = try TenantConfiguration.CertificateAuthority(folder: folder.path)
        var configuration = TenantConfiguration()
        configuration.certificateAuthority = authority
        tenant = try EmulatedTenant.start(configuration)
        session = CurlTransport(
            configuration: CurlTransport.Configuration(
                certificateAuthorities: .file(try #require(authority.certificatePath))))
    }

    @Test func `J20 a bound login, its renewal and the profile`() async throws {
        var client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: session)
        client.dpop = DPoP(keychainIdentifier: "tests", store: MemoryStore())

        let credentials = try await client.login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", scope: "openid offline_access"
        ).validateClaims().start()
        let renewed = try await client.renew(withRefreshToken: credentials.refreshToken).start()
        let profile = try await client.userInfo(withAccessToken: renewed.accessToken, tokenType: renewed.tokenType)
            .start()

        #expect(tenant.domain.hasPrefix("https://"))
        #expect(renewed.tokenType == "DPoP")
        #expect(profile.sub == tenant.users.first { $0.login == "john@example.com" }?.id)
    }

    @Test func `T3 a client that does not know the authority refuses the tenant`() async throws {
        let error = await #expect(throws: OpenIDError.self) {
            _ = try await OpenIDProvider.discover(tenant.issuer).start()
        }

        #expect(error?.code == .network)
    }
}
