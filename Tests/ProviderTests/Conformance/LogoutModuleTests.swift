import OpenID
import TenantEmulator
import Testing

/// The duties of relying parties about logouts, by the names of the OpenID Foundation's modules.
@Suite struct LogoutModuleTests {
    private let party: RelyingParty

    init() throws { party = try RelyingParty() }

    /// Whether the provider still knows the browser.
    private func isLoggedIn(_ client: OpenIDClient) async throws -> Bool {
        let silent = client.login().prompt("none").window(SteeredWindow.of(party.browser)).allowingConcurrentLogins()
        let error = await failure { try await silent.start() }
        #expect(error == nil || error?.providerCode == "login_required")
        return error == nil
    }

    @Test func `oidcc-client-test-rp-init-logout`() async throws {
        let client = try await party.client()
        let credentials = try await party.logIn(client)
        let before = try await isLoggedIn(client)

        try await client.logout(of: credentials).window(SteeredWindow.of(party.browser)).allowingConcurrentLogins()
            .start()
        let request = try #require(party.requests("/oidc/logout").first)

        #expect(before)
        #expect(try await !isLoggedIn(client))
        #expect(request.query?.contains("id_token_hint=\(credentials.idToken)") == true)
        #expect(request.query?.contains("state=") == true)
    }

    @Test(arguments: [
        (module: "oidcc-client-test-rp-init-logout-no-state", fault: "state-missing"),
        ("oidcc-client-test-rp-init-logout-other-state", "state-other"),
    ])
    func `A1 a logout ignores responses with another state`(module: String, fault: String) async throws {
        let client = try await party.client()
        let credentials = try await party.logIn(client)
        party.tenant.faults.set(.alterParameters(try .init(named: fault)), on: "/oidc/logout", times: 1)
        let browser = party.browser
        let window = SteeredWindow.of { address in
            try await browser.visit(address)
            #expect(await browser.status == 400)
            // The same once more, and this time the provider does as it should.
            try await browser.visit(address)
            #expect(await browser.status == 200)
        }

        try await client.logout(of: credentials).window(window).allowingConcurrentLogins().start()

        #expect(party.requests("/oidc/logout").count == 2)
    }

    @Test func `without an ID token the provider asks the user`() async throws {
        let client = try await party.client()
        _ = try await party.logIn(client)
        let window = SteeredWindow.of(party.browser) { browser in
            try await browser.submit([:], to: "/u/logout")
        }

        try await client.logout().window(window).allowingConcurrentLogins().start()

        #expect(try await !isLoggedIn(client))
    }
}
