import JOSE
import OpenID
import TenantEmulator
import Testing

/// The duties of relying parties about renewals, by the names of the OpenID Foundation's modules.
@Suite struct RefreshModuleTests {
    private let party: RelyingParty

    init() throws { party = try RelyingParty() }

    private func loggedIn() async throws -> (OpenIDClient, Credentials) {
        let client = try await party.client()
        return (client, try await party.logIn(client, scope: "openid offline_access"))
    }

    @Test func `oidcc-client-test-refresh-token`() async throws {
        let (client, first) = try await loggedIn()

        let second = try await client.renew(first).start()

        #expect(second.accessToken != first.accessToken)
        #expect(second.refreshToken != nil && second.refreshToken != first.refreshToken)
        #expect(try decode(jwt: second.idToken).subject == RelyingParty.subject)
        #expect(party.tenant.counters.renewals == 1)
    }

    @Test(
        arguments: [
            (module: "oidcc-client-test-refresh-token-invalid-issuer", fault: "iss-other", claim: "iss"),
            ("oidcc-client-test-refresh-token-invalid-sub", "sub-other", "sub"),
            ("aud", "aud-other", "aud"), ("signature", "signature-flipped", nil),
        ] as [(String, String, String?)])
    func `J17 a renewed ID token of another login is refused`(
        module: String, fault: String, claim: String?
    ) async throws {
        let (client, first) = try await loggedIn()
        party.tenant.faults.set(
            .tamper(try TokenTampering(named: fault)), on: "/oauth/token", grant: "refresh_token")

        let error = await failure { try await client.renew(first).start() }

        #expect(error?.code == .tokenInvalid)
        #expect(error?.tokenError?.claim == claim)
    }

    @Test func `a renewal without an ID token keeps the first one`() async throws {
        let (client, first) = try await loggedIn()
        party.tenant.faults.set(
            .alter(try .init(["id_token": JSONNull()])), on: "/oauth/token", grant: "refresh_token")

        let second = try await client.renew(first).start()

        #expect(second.idToken == first.idToken)
        #expect(second.accessToken != first.accessToken)
    }
}
