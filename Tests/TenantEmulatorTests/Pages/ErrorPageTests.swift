import FoundationEssentials
import TenantEmulator
import Testing

/// Pages for errors name what mends them.
@Suite struct ErrorPageTests {
    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start() }

    @Test(arguments: ["/authorize?client_id=nobody", "/v2/logout?client_id=nobody"])
    func `an unknown client: the page lists the known ones`(address: String) async throws {
        let browser = try await TestBrowser(tenant, at: address)

        #expect(browser.error == "invalid_request: Unknown client: nobody")
        #expect(browser.page?.text.contains(tenant.clientID) == true)
    }

    @Test func `an unknown callback: the page names the option and the member of the seed`() async throws {
        let callback = "http://localhost:9999/callback"
        let browser = try await TestBrowser(tenant, request: ["redirect_uri": callback])

        #expect(browser.error?.hasPrefix("Callback URL mismatch. \(callback) is not") == true)
        #expect(browser.text(of: "fix") == "--callback \(callback)")
        #expect(browser.page?.text.contains("<code>callbacks</code> of the client <bdi>Demo</bdi>") == true)
    }

    @Test(arguments: ["/v2/logout?returnTo", "/oidc/logout?post_logout_redirect_uri"])
    func `an unknown target after a logout: the page names the option`(address: String) async throws {
        let browser = try await TestBrowser(
            tenant, at: "\(address)=http%3A%2F%2Flocalhost%3A9999&client_id=\(tenant.clientID)")

        #expect(browser.text(of: "fix") == "--logout-url http://localhost:9999")
        #expect(browser.page?.text.contains("<code>logout_urls</code>") == true)
    }

    @Test func `27.4 a callback that is not allowed: the page lists the allowed ones`() async throws {
        let browser = try await TestBrowser(tenant, request: ["redirect_uri": "http://localhost:9999/callback"])

        #expect(browser.page?.text.contains("<li><code>http://127.0.0.1:8489/callback</code></li>") == true)
    }

    @Test func `27.4 a client that has to push its requests: the page names the member of the seed`() async throws {
        let client = "emulatorPushes000000000000000001"
        let browser = try await TestBrowser(tenant, request: ["client_id": client])

        #expect(browser.text(of: "fix") == "The seed demands this with ")
        #expect(browser.page?.text.contains("<code>require_pushed_authorization_requests</code>") == true)
        #expect(browser.page?.text.contains("<code>\(client)</code>") == true)
    }

    /// The client gets the service's text, the journal the choices.
    @Test(
        arguments: [
            (["connection": "nowhere"], "Username-Password-Authentication"), (["organization": "nobody"], "acme"),
            (["audience": "https://nowhere.example/"], "https://api.example.com/"),
            (["client_id": "emulatorLimited000000000000000001", "response_type": "id_token"], "refresh_token"),
            (["client_id": "emulatorPersonal0000000000000001", "organization": "acme"], "organization_usage"),
        ] as [([String: String], String)])
    func `27.4 the journal says what is allowed`(change: [String: String], allowed: String) async throws {
        let browser = try await TestBrowser(tenant, request: change)

        #expect(browser.page == nil)
        let reason = try #require(tenant.journal.last?.reason)
        #expect(reason.contains(allowed), "\(reason)")
    }

    @Test func `the link to the inspector leads to the requests, with the token on the way`() async throws {
        var browser = try await TestBrowser(tenant, at: "/authorize?client_id=nobody")
        #expect(browser.page?.text.contains(#"href="/_emulator/requests""#) == true)

        try await browser.visit("/_emulator/requests")
        #expect(browser.page?.status == 401)
        try await browser.submit("/_emulator/requests", ["token": tenant.controlToken])

        #expect(browser.path == "/_emulator/requests")
        #expect(browser.page?.text.contains("Unknown client: nobody") == true)
    }

    @Test func `the page of a provider says that it is played`() async throws {
        let browser = try await TestBrowser(tenant, request: ["connection": "google-oauth2"])

        #expect(browser.page?.text.contains("The emulator plays this provider") == true)
    }

    @Test func `the ribbon shows the address, the index page the client and the people`() async throws {
        let browser = try await TestBrowser(tenant, at: "/")

        #expect(browser.page?.text.contains(#"<span class="address">\#(tenant.domain)</span>"#) == true)
        #expect(browser.text(of: "client") == tenant.clientID)
        #expect(browser.page?.text.contains("<span>mfa@example.com</span> <small>second factor</small>") == true)
        #expect(browser.page?.text.contains("<code>Sesame-2026!</code>") == true)
    }

    @Test func `the index page lists no people when other hosts can see it`() async throws {
        var browser = TestBrowser(
            try EmulatedTenant.start { ($0.address, $0.allowsOtherHosts) = ("0.0.0.0", true) })

        try await browser.visit("/")

        #expect(browser.page?.status == 200)
        #expect(browser.page?.text.contains("john@example.com") == false)
    }
}
