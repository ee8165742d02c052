import ByteEncodings
import TenantEmulator
import Testing

@Suite struct LoginPageTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    @Test func `shows that name or password is wrong, and continues with the correct one`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com", password: "wrong")

        let (status, error) = (browser.page?.status, browser.error)
        let name = browser.attribute("value", of: "username")
        try await browser.submit("/u/login", ["password": TestClient.password])

        #expect(status == 400)
        #expect(error == "Wrong username or password.")
        #expect(name == "john@example.com")
        #expect(browser.query["code"] != nil)
    }

    @Test func `an error message is announced and describes its fields`() async throws {
        var browser = try await TestBrowser(tenant, request: [:])

        let before = browser.attribute("aria-describedby", of: "password")
        try await browser.submit("/u/login", ["username": "john@example.com", "password": "wrong"])
        let after = ["username", "password"].map { browser.attribute("aria-describedby", of: $0) }
        let role = browser.attribute("role", of: "error")
        try await browser.visit("/u/login?state=none")

        #expect(before == nil)
        #expect(after == ["error", "error"])
        #expect([role, browser.attribute("role", of: "error")] == ["alert", "alert"])
    }

    @Test func `a name does not change the writing direction of the text around it`() async throws {
        let seed = #"""
            {"clients": [{"client_id": "one", "name": "\u202elive", "organization_usage": "allow",
                          "callbacks": ["http://127.0.0.1:8484/callback"]}],
             "organizations": [{"id": "org_1", "name": "arabic", "display_name": "شركة"}]}
            """#
        let tenant = try EmulatedTenant.start { $0.seed = try TenantSeed(json: Array(seed.utf8)) }

        let browser = try await TestBrowser(tenant, request: ["organization": "arabic"])

        #expect(browser.page?.text.contains("<strong><bdi>شركة</bdi> · <bdi>\u{202e}live</bdi></strong>") == true)
    }

    @Test func `blocks a name after ten wrong passwords`() async throws {
        var browser = TestBrowser(tenant)
        for _ in 0..<10 { try await browser.logIn(password: "wrong") }

        try await browser.logIn()

        #expect(browser.error?.contains("blocked") == true)
    }

    @Test func `row 17 logs in a user for whom the API requires verification in the browser`() async throws {
        let browser = try await TestBrowser(tenant, as: "suspicious@example.com")

        #expect(browser.query["code"] != nil)
    }

    @Test(arguments: [
        ("blocked@example.com", "unauthorized"), ("rule@example.com", "unauthorized"),
        ("denied@example.com", "access_denied"),
    ])
    func `sends the client an error for a refused user`(username: String, error: String) async throws {
        let browser = try await TestBrowser(tenant, as: username)

        #expect(browser.query["error"] == error)
        #expect(browser.query["error_description"]?.isEmpty == false)
        #expect(browser.query["state"] == "s-1")
    }

    @Test func `E2 accepts a form only from its own page in the same browser`() async throws {
        var browser = try await TestBrowser(tenant, request: [:])
        let credentials = ["username": "john@example.com", "password": TestClient.password]
        let form = try browser.fill("/u/login", credentials)
        var otherBrowser = try await TestBrowser(tenant, request: [:])

        try await otherBrowser.post("/u/login", form)
        let foreign = otherBrowser.page?.status
        var forged = browser
        try await forged.post("/u/login", form.merging(["_csrf": "guess"]) { $1 })
        try await browser.post("/u/login", form)

        #expect([foreign, forged.page?.status] == [400, 403])
        #expect(browser.query["code"] != nil, "the right form still works")
    }

    @Test func `a login page expires`() async throws {
        var browser = try await TestBrowser(tenant, request: [:])

        tenant.clock.advance(by: .seconds(3600))
        try await browser.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])

        #expect(browser.page?.status == 400)
        #expect(browser.error?.contains("expired") == true)
    }

    @Test(arguments: ["login_hint", "ui_locales", "state", "scope"])
    func `A12 escapes every parameter it shows`(parameter: String) async throws {
        let attack = #"en"><script>alert(1)</script><x a='"#
        let browser = try await TestBrowser(tenant, request: [parameter: attack])

        #expect(browser.page?.text.contains("<script>alert") == false)
        #expect(browser.page?.status == 200)
        if parameter == "login_hint" { #expect(browser.attribute("value", of: "username") == attack) }
    }

    @Test func `forbids foreign resources and framing`() async throws {
        let browser = try await TestBrowser(tenant, request: [:])

        let policy = browser.page?.header("content-security-policy") ?? ""

        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        // Chromium would apply it to the redirects of the application behind its callback.
        #expect(!policy.contains("form-action"))
        #expect(browser.page?.header("cache-control") == "no-store")
        #expect(browser.page?.cookies.allSatisfy { $0.contains("HttpOnly") && $0.contains("SameSite=Lax") } == true)
    }

    @Test func `loads style and scripts from the tenant, and the journal omits them`() async throws {
        let client = TestClient(tenant)

        let style = try await client.get("/u/assets/style.css")
        let script = try await client.get("/u/assets/passkey.js")
        let none = try await client.get("/u/assets/secret")

        #expect([style.status, script.status, none.status] == [200, 200, 404])
        #expect(style.header("content-type")?.hasPrefix("text/css") == true)
        #expect(script.text.contains("navigator.credentials"))
        #expect(tenant.journal.isEmpty)
    }

    @Test func `uses the requested language, otherwise the browser's`() async throws {
        var (asked, native) = (TestBrowser(tenant), TestBrowser(tenant))
        native.languages = "fr-FR, de;q=0.5"

        try await asked.visit(asked.authorizeURL(["ui_locales": "xx de-AT"]))
        try await native.visit(native.authorizeURL())

        #expect(asked.page?.text.contains("Willkommen") == true)
        #expect(native.page?.text.contains("<html lang=\"de\">") == true)
    }

    @Test func `signs up a new user`() async throws {
        var browser = try await TestBrowser(tenant, request: ["screen_hint": "signup"])

        let path = browser.path
        try await browser.submit("/u/signup", ["email": "new@example.com", "password": "weak"])
        let weak = browser.error
        try await browser.submit("/u/signup", ["email": "john@example.com", "password": "Fresh-2026!"])
        let taken = browser.error
        try await browser.submit("/u/signup", ["email": "new@example.com", "password": "Fresh-2026!"])
        let claims = try await browser.idTokenClaims()

        #expect(path == "/u/signup")
        #expect(weak?.hasPrefix("The password is too weak. It needs at least 8 characters of three of") == true)
        #expect(taken == "The user already exists.")
        #expect(claims?["email"]?.string == "new@example.com")
        #expect(tenant.messages(to: "new@example.com").count == 1)
    }

    @Test func `refuses a sign-up if the connection does not allow it`() async throws {
        let browser = try await TestBrowser(tenant, request: ["connection": "Closed", "screen_hint": "signup"])

        #expect(browser.page?.status == 400)
        #expect(browser.page?.text.contains("/u/signup") == false)
    }

    @Test func `asks for a user name if the connection requires one, and accepts it at the login`() async throws {
        var browser = try await TestBrowser(tenant, request: ["connection": "Employees", "screen_hint": "signup"])

        try await browser.submit("/u/signup", ["email": "al@example.com", "username": "al", "password": "x"])
        try await browser.logIn(["connection": "Employees", "prompt": "login"], as: "al", password: "x")

        #expect(browser.query["code"] != nil)
    }
}
