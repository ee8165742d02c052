import OpenID
import TenantEmulator
import Testing

/// The duties of relying parties about user info, by the names of the OpenID Foundation's modules.
@Suite struct UserInfoModuleTests {
    private let party: RelyingParty

    init() throws { party = try RelyingParty() }

    @Test func `oidcc-client-test-userinfo-bearer-header`() async throws {
        let client = try await party.client()
        let credentials = try await party.logIn(client)

        _ = try await client.userInfo(of: credentials).start()
        let request = try #require(party.requests("/userinfo").first)

        #expect(request.headers["authorization"] == "Bearer \(credentials.accessToken)")
        #expect(request.query == nil && request.body.isEmpty)
    }

    @Test(arguments: ["auth0|somebody-else", nil])
    func `oidcc-client-test-userinfo-invalid-sub`(subject: String?) async throws {
        let client = try await party.client()
        let credentials = try await party.logIn(client)
        party.tenant.faults.set(
            .alter(try .init(["sub": subject.map { $0 as any Sendable } ?? JSONNull()])), on: "/userinfo")

        let error = await failure { try await client.userInfo(of: credentials).start() }

        #expect(error?.code == (subject == nil ? .responseInvalid : .tokenInvalid))
    }

    @Test func `oidcc-client-test-scope-userinfo-claims`() async throws {
        let client = try await party.client()
        let all = try await client.userInfo(of: party.logIn(client, scope: "openid profile email")).start()
        let little = try await client.userInfo(of: party.logIn(client, scope: "openid")).start()

        #expect(all.sub == RelyingParty.subject)
        #expect(all.name == "John Appleseed")
        #expect(all.email == RelyingParty.user)
        #expect(little.sub == RelyingParty.subject)
        #expect(little.name == nil && little.email == nil)
    }

    /// A client that gets its user info signed.
    private func signedClient() async throws -> OpenIDClient {
        var metadata = ClientMetadata(name: "Signed")
        metadata.additional["userinfo_signed_response_alg"] = "RS256"
        let provider = try await party.provider()
        return try await provider.client(provider.register(metadata).start())
    }

    @Test func `oidcc-client-test-userinfo-signed`() async throws {
        let client = try await signedClient()

        let profile = try await client.userInfo(of: party.logIn(client)).start()

        #expect(profile.sub == RelyingParty.subject)
        #expect(profile.email == RelyingParty.user)
    }

    @Test(arguments: [
        "alg-none", "signature-flipped", "signature-foreign", "alg-confused", "iss-other", "aud-other", "sub-other",
    ])
    func `J1 J2 J13 J14 invalid signed user info is refused`(fault: String) async throws {
        let client = try await signedClient()
        let credentials = try await party.logIn(client)
        party.tenant.faults.set(.tamper(try TokenTampering(named: fault)), on: "/userinfo")

        let error = await failure { try await client.userInfo(of: credentials).start() }

        #expect(error?.code == .tokenInvalid)
    }
}
