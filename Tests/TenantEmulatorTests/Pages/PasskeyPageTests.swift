import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PasskeyPageTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    /// Creates the form that the page's script would post.
    private func credential(
        _ browser: TestBrowser, _ authenticator: TestAuthenticator, userHandle: String? = nil, origin: String? = nil
    ) throws -> [String: String] {
        let text = try #require(browser.attribute("data-options", of: "passkey"))
        let options = try JSONValue(parsing: Array(text.utf8))
        let change: (inout TestAuthenticator.Content) -> Void = { content in
            content.relyingParty = "localhost"
            content.origin = origin ?? "http://localhost:\(tenant.port)"
        }
        let response =
            userHandle == nil
            ? try authenticator.register(options, change)
            : try authenticator.authenticate(options, userHandle: userHandle, change)
        var writer = JSONWriter()
        writer.write(try JSONValue(freeForm: response))
        return ["authn_response": String(decoding: writer.bytes, as: UTF8.self)]
    }

    private func signUp(_ authenticator: TestAuthenticator) async throws -> (TestBrowser, handle: String?) {
        var browser = try await TestBrowser(tenant, request: ["screen_hint": "signup"])
        try await browser.submit("/u/passkey/begin", ["email": "key@example.com", "action": "signup"])
        let options = try JSONValue(parsing: Array((browser.attribute("data-options", of: "passkey") ?? "").utf8))
        try await browser.submit("/u/passkey", credential(browser, authenticator))
        return (browser, options["user"]?["id"]?.string)
    }

    @Test func `signs up and logs in with a passkey, which counts as a second factor`() async throws {
        let authenticator = try TestAuthenticator()

        let (signedUp, handle) = try await signUp(authenticator)
        let first = try await signedUp.idTokenClaims()
        var browser = try await TestBrowser(tenant, request: [:])
        try await browser.submit("/u/passkey/begin", ["action": "login"])
        let address = browser.address
        try await browser.submit("/u/passkey", credential(browser, authenticator, userHandle: handle))
        let second = try await browser.idTokenClaims()

        #expect(
            address.hasPrefix("http://localhost:\(tenant.port)/u/passkey?"), "browsers know passkeys for names only")
        #expect(first?["email"]?.string == "key@example.com")
        #expect(second?["sub"] == first?["sub"])
        #expect(second?["amr"]?.elements == [.string("mfa")])
    }

    @Test func `refuses a response from another origin`() async throws {
        let authenticator = try TestAuthenticator()
        let (_, handle) = try await signUp(authenticator)
        var browser = try await TestBrowser(tenant, request: [:])

        try await browser.submit("/u/passkey/begin", ["action": "login"])
        try await browser.submit(
            "/u/passkey", credential(browser, authenticator, userHandle: handle, origin: "http://localhost:1"))

        #expect(browser.page?.status == 400)
        #expect(browser.error?.contains("origin") == true)
    }

    @Test func `shows a link back for an unknown passkey`() async throws {
        var browser = try await TestBrowser(tenant, request: [:])
        try await browser.submit("/u/passkey/begin", ["action": "login"])
        let hasButtonWithoutScript = browser.page?.text.contains(#"id="ask">"#)

        try await browser.submit("/u/passkey", credential(browser, try TestAuthenticator(), userHandle: "bm9ib2R5"))
        let (status, page) = (browser.page?.status, browser.page?.text ?? "")
        let link = try #require(page.firstMatch(of: #/<a href="([^"]*)">Try again</a>/#)?.output.1)
        try await browser.visit(String(link))

        #expect(status == 400)
        #expect(page.contains("role=\"alert\""))
        #expect(hasButtonWithoutScript == false)
        #expect(browser.path == "/u/login")
    }

    @Test func `E16 says what to do in a browser without a passkey`() async throws {
        var browser = try await TestBrowser(tenant, request: [:])

        try await browser.submit("/u/passkey/begin", ["action": "login"])

        let page = browser.page?.text ?? ""
        #expect(page.contains("If it does not, it has no passkey for this page: go back, and log in another way."))
        #expect(browser.text(of: "ask") == "Try again")
    }

    @Test func `continues only in the browser that began the ceremony`() async throws {
        let authenticator = try TestAuthenticator()
        let (_, handle) = try await signUp(authenticator)
        var (victim, attacker) = (TestBrowser(tenant), TestBrowser(tenant))
        try await attacker.visit(attacker.authorizeURL())
        try await attacker.submit("/u/passkey/begin", ["action": "login"])

        try await victim.visit(attacker.address)
        try await victim.submit("/u/passkey", credential(victim, authenticator, userHandle: handle))
        try await attacker.visit(attacker.authorizeURL(["prompt": "none"]))

        #expect(victim.page?.status == 400)
        #expect(attacker.query["error"] == "login_required")
    }

    @Test func `stays at localhost if the browser began there`() async throws {
        let authenticator = try TestAuthenticator()
        let (_, handle) = try await signUp(authenticator)
        var browser = TestBrowser(tenant)

        try await browser.visit(
            browser.authorizeURL().replacing("127.0.0.1:\(tenant.port)", with: "localhost:\(tenant.port)"))
        let page = browser.address
        try await browser.submit("/u/passkey/begin", ["action": "login"])
        try await browser.submit("/u/passkey", credential(browser, authenticator, userHandle: handle))

        #expect(page.hasPrefix("http://localhost:\(tenant.port)/u/login"))
        #expect(browser.query["code"] != nil)
        #expect(browser.query["iss"] == tenant.issuer)
        #expect(browser.cookies["127.0.0.1"] == nil)
    }

    @Test func `offers no passkey if the connection does not allow them`() async throws {
        let browser = try await TestBrowser(tenant, request: ["connection": "Passwords-Only"])

        #expect(browser.page?.text.contains("/u/passkey/begin") == false)
    }
}
