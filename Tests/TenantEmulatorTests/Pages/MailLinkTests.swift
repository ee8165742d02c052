import ByteEncodings
import TenantEmulator
import Testing

@Suite struct MailLinkTests {
    private static let newPassword = "Another-Sesame-2026!"
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws {
        var server = TenantSeed.Client(
            id: "server", secret: "a-secret-that-only-the-server-knows-2026",
            callbacks: ["com.example.server:/callback", "http://localhost:3000/callback"])
        server.name = "A web server"
        tenant = try .withStoppedClock { $0.seed.clients.append(server) }
    }

    private func link(to address: String, _ kind: InboxMessage.Kind) throws -> String {
        try #require(tenant.messages(to: address).last { $0.kind == kind }?.link)
    }

    private func askForReset(of address: String = "john@example.com") async throws {
        _ = try await client.post(
            "/dbconnections/change_password", ["email": address, "connection": TestClient.realm])
    }

    @Test func `emulator-b2 the link after a sign-up verifies the address, once`() async throws {
        _ = try await client.post(
            "/dbconnections/signup",
            ["email": "new@example.com", "password": TestClient.password, "connection": TestClient.realm])
        let before = try await claims(of: client.logIn("new@example.com")["id_token"])
        let link = try link(to: "new@example.com", .addressConfirmation)
        var browser = try await TestBrowser(tenant, at: link)

        #expect(browser.page?.status == 200)
        let after = try await claims(of: client.logIn("new@example.com")["id_token"])
        try await browser.visit(link)

        #expect(before?["email_verified"] == .boolean(false))
        #expect(after?["email_verified"] == .boolean(true))
        #expect(browser.page?.status == 400)
    }

    @Test func `emulator-b2 the link of a password reset sets a new one, and ends what the old one began`() async throws
    {
        let old = try await client.logIn()
        var browser = try await TestBrowser(tenant, as: "john@example.com")
        try await askForReset()

        try await browser.visit(link(to: "john@example.com", .passwordReset))
        try await browser.submit("/u/reset-verify", ["password": Self.newPassword, "repeated": Self.newPassword])

        #expect(browser.page?.status == 200)
        #expect(try await client.logIn().status == 403)
        #expect(try await client.logIn(password: Self.newPassword).status == 200)
        #expect(try await client.renew(old["refresh_token"]).status == 403)
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))
        #expect(browser.query["error"] == "login_required")
    }

    @Test(
        arguments: [
            (["password": "short", "repeated": "short"], "too weak"),
            (["password": newPassword, "repeated": "other"], "not the same"),
            (["password": TestClient.password, "repeated": TestClient.password], "used before"),
            (["password": "Already-Used-2025!", "repeated": "Already-Used-2025!"], "used before"),
            (["password": "", "repeated": ""], "fill in"),
        ])
    func `a password that is refused can be entered again`(fields: [String: String], advice: String) async throws {
        try await askForReset()
        var browser = try await TestBrowser(tenant, at: link(to: "john@example.com", .passwordReset))

        try await browser.submit("/u/reset-verify", fields)
        #expect(browser.page?.status == 400)
        #expect(browser.error?.contains(advice) == true)
        try await browser.submit("/u/reset-verify", ["password": Self.newPassword, "repeated": Self.newPassword])

        #expect(try await client.logIn(password: Self.newPassword).status == 200)
    }

    @Test func `a link expires, and serves no other purpose nor a changed address`() async throws {
        try await askForReset()
        try await askForReset(of: "jane@example.com")
        let link = try link(to: "john@example.com", .passwordReset)
        var browser = try await TestBrowser(tenant, at: link.replacing("reset-verify", with: "email-verification"))

        #expect(browser.page?.status == 400)
        try await browser.visit(link)
        #expect(browser.page?.status == 200)
        tenant.clock.advance(by: .seconds(432_000))
        try await browser.visit(link)
        #expect(browser.page?.status == 400)
        try tenant.deleteUser("jane@example.com")
        try await browser.visit(self.link(to: "jane@example.com", .passwordReset))
        #expect(browser.page?.status == 400)
    }

    @Test func `emulator-b2 the login page sends a link to a person who forgot the password`() async throws {
        var browser = try await TestBrowser(tenant, request: [:])
        let page = try #require(browser.page?.text)
        #expect(page.contains("Forgot password?"))
        try await browser.visit("/u/reset-password/request?state=\(browser.query["state"] ?? "")")

        try await browser.submit("/u/reset-password/request", ["email": "john@example.com"])
        let known = browser.page?.text.replacing("john@example.com", with: "…")
        try await browser.visit("/u/reset-password/request?state=\(browser.fieldOfState ?? "")")
        try await browser.submit("/u/reset-password/request", ["email": "unknown@example.com"])

        // The page does not reveal which addresses have an account.
        #expect(browser.page?.text.replacing("unknown@example.com", with: "…") == known)
        #expect(try link(to: "john@example.com", .passwordReset).contains("/u/reset-verify?ticket="))
        #expect(tenant.messages(to: "unknown@example.com").isEmpty)
    }

    @Test func `emulator-b2 the mail about a blocked account has a link that unblocks it`() async throws {
        for _ in 0..<10 { _ = try await client.logIn(password: "wrong") }
        #expect(try await client.logIn().status == 429)
        let browser = try await TestBrowser(tenant, at: link(to: "john@example.com", .blockedAccount))

        #expect(browser.page?.status == 200)
        #expect(try await client.logIn().status == 200)
    }
}

extension MailLinkTests {
    @Test func `emulator-b2 a magic link logs in at the application that asked for it, once`() async throws {
        var server = client
        server.clientID = "server"
        _ = try await server.post(
            "/passwordless/start",
            [
                "connection": "email", "email": "magic@example.com", "send": "link",
                "client_secret": "a-secret-that-only-the-server-knows-2026",
                "authParams": ["scope": "openid email", "state": "s-9"] as [String: any Sendable],
            ])
        let link = try link(to: "magic@example.com", .loginLink)
        var browser = try await TestBrowser(tenant, at: link)

        #expect(browser.address.hasPrefix("http://localhost:3000/callback?"))
        #expect(browser.query["state"] == "s-9")
        let tokens = try await server.tokens([
            "grant_type": "authorization_code", "client_secret": "a-secret-that-only-the-server-knows-2026",
            "code": browser.query["code"] ?? "", "redirect_uri": "http://localhost:3000/callback",
        ])
        #expect(claims(of: tokens["id_token"])?["email"]?.string == "magic@example.com")
        try await browser.visit(link)
        #expect(browser.page?.status == 400)
    }

    @Test func `P8 only a magic link logs in at a public client without a code challenge`() async throws {
        _ = try await client.post(
            "/passwordless/start", ["connection": "email", "email": "magic@example.com", "send": "link"])
        let redirectURI = "http://127.0.0.1:8484/callback"
        var browser = try await TestBrowser(tenant, at: link(to: "magic@example.com", .loginLink))

        let tokens = try await client.tokens([
            "grant_type": "authorization_code", "code": browser.query["code"] ?? "", "redirect_uri": redirectURI,
        ])
        try await browser.visit(
            "/authorize?client_id=\(tenant.clientID)&response_type=code&redirect_uri=\(redirectURI)")

        #expect(tokens["access_token"] != nil)
        #expect(browser.query["error_description"] == "Parameter 'code_challenge' is required")
    }

    @Test func `a magic link to an address that is not registered redirects nowhere`() async throws {
        _ = try await client.post(
            "/passwordless/start",
            [
                "connection": "email", "email": "magic@example.com", "send": "link",
                "authParams": ["redirect_uri": "https://evil.example/"] as [String: any Sendable],
            ])
        let browser = try await TestBrowser(tenant, at: link(to: "magic@example.com", .loginLink))

        #expect(browser.page?.status == 403)
    }
}

extension TestBrowser {
    /// The `state` of the login of the page's link back.
    fileprivate var fieldOfState: String? {
        page?.text.firstMatch(of: #/state=([\w-]+)/#).map { String($0.output.1) }
    }
}
