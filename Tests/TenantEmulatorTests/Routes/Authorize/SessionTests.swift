import ByteEncodings
import TenantEmulator
import Testing

@Suite struct SessionTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    @Test func `logs a second client in without asking again`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")
        let first = try await browser.idTokenClaims()

        let other = "emulatorClient0000000000000000002"
        tenant.clock.advance(by: .seconds(100))
        try await browser.visit(browser.authorizeURL(["client_id": other, "prompt": "none"]))
        let second = try await browser.idTokenClaims(clientID: other)

        #expect(second?["sub"] == first?["sub"])
        #expect(second?["sid"] == first?["sid"])
        #expect(second?["auth_time"] == first?["auth_time"])
    }

    @Test func `shares nothing with another browser`() async throws {
        var (one, other) = (TestBrowser(tenant), TestBrowser(tenant))
        try await one.logIn()

        try await other.visit(other.authorizeURL(["prompt": "none"]))

        #expect(other.query["error"] == "login_required")
    }

    @Test(arguments: [
        ["prompt": "login"], ["max_age": "99"], ["max_age": "0"], ["connection": "Employees"],
    ])
    func `asks again if the client requires a new login`(change: [String: String]) async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")
        tenant.clock.advance(by: .seconds(100))

        try await browser.visit(browser.authorizeURL(change))

        #expect(browser.path == "/u/login")
    }

    @Test(arguments: [([:], true), (["max_age": "101"], false)])
    func `E9 the maximum age that a client registers counts for a request without one`(
        change: [String: String], asksAgain: Bool
    ) async throws {
        let client = try await TestClient(tenant).json(
            "POST", "/oidc/register",
            ["redirect_uris": [TestBrowser.callback], "application_type": "web", "default_max_age": 99], nil)
        let id = try #require(client["client_id"])
        var browser = try await TestBrowser(tenant, as: "john@example.com")
        tenant.clock.advance(by: .seconds(100))

        try await browser.visit(browser.authorizeURL(change.merging(["client_id": id]) { $1 }))

        #expect((browser.path == "/u/login") == asksAgain)
    }

    @Test func `accepts a login within the maximum age`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")
        tenant.clock.advance(by: .seconds(100))

        try await browser.visit(browser.authorizeURL(["max_age": "101"]))

        #expect(browser.query["code"] != nil)
    }

    @Test func `the user can choose another account`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")

        try await browser.visit(browser.authorizeURL(["prompt": "select_account"]))
        let shown = browser.page?.text.contains("john@example.com")
        try await browser.submit("/u/account", ["action": "other"])
        try await browser.submit("/u/login", ["username": "jane@example.com", "password": TestClient.password])
        let claims = try await browser.idTokenClaims()

        #expect(shown == true)
        #expect(claims?["email"]?.string == "jane@example.com")
    }

    @Test func `the user can keep the account`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")

        try await browser.visit(browser.authorizeURL(["prompt": "select_account"]))
        try await browser.submit("/u/account", ["action": "this"])

        #expect(browser.query["code"] != nil)
    }

    @Test func `creates a new session cookie at every login, which scripts cannot read`() async throws {
        var browser = TestBrowser(tenant)
        browser.cookies["127.0.0.1"] = ["auth0_\(tenant.port)": "planted"]

        try await browser.logIn()
        let first = browser.cookies["127.0.0.1"]?["auth0_\(tenant.port)"]
        try await browser.logIn(["prompt": "login"])
        let second = browser.cookies["127.0.0.1"]?["auth0_\(tenant.port)"]

        #expect(first != nil && first != "planted" && second != first)
        browser.cookies["127.0.0.1"]?["auth0_\(tenant.port)"] = first
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))
        #expect(browser.query["error"] == "login_required", "the old name is worthless")
    }

    @Test func `transfers a login of the application into the browser once`() async throws {
        let client = TestClient(tenant)
        let refreshToken = try await client.logIn()["refresh_token"]
        let transfer = try await client.renew(refreshToken, ["audience": "urn:127.0.0.1:session_transfer"])
        let token: [String: String?] = ["session_transfer_token": transfer["access_token"], "prompt": "none"]
        var (browser, other) = (TestBrowser(tenant), TestBrowser(tenant))

        try await browser.visit(browser.authorizeURL(token))
        try await other.visit(other.authorizeURL(token))
        let claims = try await browser.idTokenClaims()
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect(claims?["email"]?.string == "john@example.com")
        #expect(browser.query["code"] != nil, "there is a session now")
        #expect(other.query["error"] == "login_required")
    }

    @Test func `P4 accepts the session transfer token in a cookie, once`() async throws {
        let client = TestClient(tenant)
        let refreshToken = try await client.logIn()["refresh_token"]
        let transfer = try await client.renew(refreshToken, ["audience": "urn:127.0.0.1:session_transfer"])
        var (browser, other) = (TestBrowser(tenant), TestBrowser(tenant))
        browser.cookies["127.0.0.1"] = ["auth0_session_transfer_token": try #require(transfer["access_token"])]
        other.cookies = browser.cookies

        try await browser.visit(browser.authorizeURL(["prompt": "none"]))
        try await other.visit(other.authorizeURL(["prompt": "none"]))

        #expect(try await browser.idTokenClaims()?["email"]?.string == "john@example.com")
        #expect(browser.cookies["127.0.0.1"]?["auth0_session_transfer_token"]?.isEmpty != false)
        #expect(other.query["error"] == "login_required")
    }

    @Test func `a session ends with its lifetime and with its user`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")

        tenant.clock.advance(by: .seconds(604_800))
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))
        let expired = browser.query["error"]
        try await browser.logIn()
        try tenant.deleteUser("john@example.com")
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect(expired == "login_required")
        #expect(browser.query["error"] == "login_required")
    }
}
