import ByteEncodings
import TenantEmulator
import Testing

@Suite struct EmulatorPageTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    @Test func `emulator-c6 the index page has links to everything`() async throws {
        var browser = try await TestBrowser(tenant, at: "/")

        #expect(browser.text(of: "domain") == tenant.domain)
        let links = browser.page?.text.matches(of: #/href="(\/[^"]+)"/#).map { String($0.output.1) } ?? []
        #expect(links.count >= 5)
        for link in links {
            try await browser.visit(link)
            #expect([200, 401].contains(browser.page?.status), "\(link)")
        }
        try await browser.visit("/")
        #expect(browser.page?.text.contains(tenant.controlToken) == false)
    }

    @Test(arguments: ["/", "/activate", "/v2/logout", "/authorize?client_id=x", "/_emulator/", "/u/reset-verify"])
    func `every page says that it is an emulator`(path: String) async throws {
        var browser = try await TestBrowser(tenant, at: path)

        let english = browser.page?.text
        browser.languages = "de"
        try await browser.visit(path)

        #expect(english?.contains("Emulator for tests") == true)
        #expect(browser.page?.text.contains(path.hasPrefix("/u") ? "Emulator für Tests" : "Emulator") == true)
    }

    @Test func `a click logs a person of the tenant in, with the second factor if there is one`() async throws {
        var browser = try await TestBrowser(tenant, request: [:])
        try await browser.submit("/u/person", ["user": "auth0|000000000000000000000001"])
        #expect(try await browser.idTokenClaims()?["email"]?.string == "john@example.com")

        var other = try await TestBrowser(tenant, request: [:])
        try await other.submit("/u/person", ["user": "auth0|000000000000000000000005"])
        #expect(other.path == "/u/mfa")
    }

    @Test(arguments: ["auth0|nobody", "sms|000000000000000000000017"])
    func `a click logs in no person of another connection`(id: String) async throws {
        var browser = try await TestBrowser(tenant, request: [:])

        try await browser.submit("/u/person", ["user": id])

        #expect(browser.page?.status == 400)
    }

    @Test(arguments: [true, false])
    func `E12 a click logs nothing in when other hosts can reach the page, or pages are strict`(
        isStrict: Bool
    ) async throws {
        let open = try EmulatedTenant.start {
            if isStrict { $0.offersUsers = false } else { ($0.address, $0.allowsOtherHosts) = ("0.0.0.0", true) }
        }
        var browser = try await TestBrowser(open, request: [:])
        #expect(browser.page?.text.contains("/u/person") == false)

        let form = try browser.fill("/u/login", ["user": "auth0|000000000000000000000001"])
        try await browser.post("/u/person", form)

        #expect(browser.page?.status == 403)
    }

    @Test func `emulator-c5 a login without any connection says what to change`() async throws {
        var seed = TenantSeed(
            clients: [.init(id: "mine", callbacks: [TestBrowser.callback])], connections: [])
        seed.defaultDirectory = nil
        let tenant = try EmulatedTenant.start { $0.seed = seed }
        let browser = try await TestBrowser(tenant, request: [:])

        #expect(browser.page?.status == 400)
        #expect(browser.error?.contains("default_directory") == true)
    }

    @Test func `the inspector shows the reason, the client and the time of a request`() async throws {
        _ = try await TestClient(tenant).tokens([
            "grant_type": "client_credentials", "client_id": "emulatorServer0000000000000000001",
            "client_secret": "x",
        ])
        var browser = try await TestBrowser(tenant, inspecting: "requests?path=oauth")

        let page = try #require(browser.page?.text)
        try await browser.visit("/_emulator/requests?path=nowhere")

        #expect(page.contains("The client secret is wrong"))
        #expect(page.contains("emulatorServer0000000000000000001"))
        #expect(page.contains("<time datetime=\"20"))
        #expect(browser.page?.text.contains("The client secret is wrong") == false)
    }
}
