import ByteEncodings
import TenantEmulator
import Testing

@Suite struct LogoutTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    private func loggedIn() async throws -> (TestBrowser, idToken: String) {
        let browser = try await TestBrowser(tenant, as: "john@example.com")
        let token = try await browser.tokens()["id_token"]
        return (browser, try #require(token))
    }

    private func isLoggedIn(_ browser: TestBrowser) async throws -> Bool {
        var browser = browser
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))
        return browser.query["code"] != nil
    }

    @Test func `ends the session and redirects the browser`() async throws {
        var (browser, _) = try await loggedIn()

        try await browser.visit(
            "/v2/logout?federated&returnTo=http%3A%2F%2F127.0.0.1%3A8484%2Fcallback&client_id=\(tenant.clientID)")

        #expect(browser.address == TestBrowser.callback)
        #expect(try await !isLoggedIn(browser))
    }

    @Test func `refuses an unregistered target, and keeps the session`() async throws {
        var (browser, _) = try await loggedIn()

        try await browser.visit("/v2/logout?returnTo=https%3A%2F%2Fevil.example%2F&client_id=\(tenant.clientID)")

        #expect(browser.page?.status == 400)
        #expect(try await isLoggedIn(browser))
    }

    @Test func `A18 the query of the target is kept and not compared, unless at the standard endpoint`() async throws {
        var (browser, _) = try await loggedIn()
        let target = PercentEncoding.encode(TestBrowser.callback + "?state=random")

        try await browser.visit("/oidc/logout?post_logout_redirect_uri=\(target)&client_id=\(tenant.clientID)")
        #expect(browser.page?.status == 400)
        try await browser.visit("/v2/logout?returnTo=\(target)&client_id=\(tenant.clientID)")

        #expect(browser.address == TestBrowser.callback + "?state=random")
        #expect(try await !isLoggedIn(browser))
    }

    @Test func `shows a page without a target`() async throws {
        var (browser, _) = try await loggedIn()

        try await browser.visit("/v2/logout")

        #expect(browser.page?.text.contains("You are logged out.") == true)
        #expect(try await !isLoggedIn(browser))
    }

    @Test(arguments: ["/v2/logout", "/oidc/logout"])
    func `a named client without a target gets its first allowed one`(path: String) async throws {
        var (browser, token) = try await loggedIn()
        let claims = try JSONValue(parsing: Base64URL.decode(String(token.split(separator: ".")[1])))
        let session = try #require(claims["sid"]?.string)

        try await browser.visit("\(path)?client_id=\(tenant.clientID)&logout_hint=\(session)")

        #expect(browser.address == TestBrowser.callback)
        #expect(try await !isLoggedIn(browser))
    }

    @Test func `needs no confirmation with an ID token, and returns the state`() async throws {
        var (browser, token) = try await loggedIn()
        tenant.clock.advance(by: .seconds(40_000))

        let query = FormEncoding.encode([
            ("id_token_hint", token), ("post_logout_redirect_uri", TestBrowser.callback), ("state", "bye & so"),
        ])
        try await browser.visit("/oidc/logout?\(query)")

        #expect(browser.address.hasPrefix(TestBrowser.callback))
        #expect(browser.query == ["state": "bye & so"])
        #expect(try await !isLoggedIn(browser))
    }

    @Test func `asks for confirmation without an ID token`() async throws {
        var (browser, _) = try await loggedIn()

        let query = FormEncoding.encode([
            ("client_id", tenant.clientID), ("post_logout_redirect_uri", TestBrowser.callback),
        ])
        try await browser.visit("/oidc/logout?\(query)")
        let before = try await isLoggedIn(browser)
        try await browser.submit("/u/logout")

        #expect(before)
        #expect(browser.address == TestBrowser.callback)
        #expect(try await !isLoggedIn(browser))
    }

    @Test func `uses the requested language on every page`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")

        try await browser.visit("/oidc/logout?ui_locales=de")
        try await browser.submit("/u/logout")
        let asked = browser.page?.text ?? ""
        try await browser.visit("/v2/logout?ui_locales=de")

        for page in [asked, browser.page?.text ?? ""] {
            #expect(page.contains("<html lang=\"de\">") && page.contains("Sie sind abgemeldet."))
        }
    }

    @Test func `refuses a forged confirmation`() async throws {
        var (browser, _) = try await loggedIn()
        try await browser.visit("/oidc/logout")

        try await browser.submit("/u/logout", ["target": "https://evil.example/"])

        #expect(browser.page?.status == 403)
        #expect(try await isLoggedIn(browser))
    }

    @Test func `accepts an ID token that is signed with the client secret`() async throws {
        let id = "emulatorSymmetric000000000000001"
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": id])
        let secret = ["client_secret": "a-secret-that-signs-ID-tokens-in-2026"]
        let token = try #require(try await browser.tokens(clientID: id, secret)["id_token"])

        try await browser.visit("/oidc/logout?id_token_hint=\(token)x")
        let forged = browser.page?.status
        try await browser.visit("/oidc/logout?id_token_hint=\(token)")

        #expect(forged == 400)
        #expect(browser.page?.text.contains("You are logged out.") == true)
        #expect(try await !isLoggedIn(browser))
    }

    @Test func `refuses an access token in place of an ID token`() async throws {
        var (browser, _) = try await loggedIn()
        let token = try #require(try await TestClient(tenant).logIn()["access_token"])

        try await browser.visit("/oidc/logout?id_token_hint=\(token)")

        #expect(browser.page?.status == 400)
        #expect(try await isLoggedIn(browser))
    }

    @Test(arguments: [
        ["id_token_hint": "forged"], ["post_logout_redirect_uri": "http://127.0.0.1:8484/callback"],
        [
            "client_id": "emulatorForeign00000000000000001",
            "post_logout_redirect_uri": "http://127.0.0.1:8484/callback",
        ],
    ])
    func `refuses invalid hints and unregistered targets`(fields: [String: String]) async throws {
        var (browser, _) = try await loggedIn()

        try await browser.visit("/oidc/logout?\(FormEncoding.encode(fields.map { ($0.key, $0.value) }))")

        #expect(browser.page?.status == 400)
        #expect(try await isLoggedIn(browser))
    }
}
