import ByteEncodings
import TenantEmulator
import Testing

@Suite struct DevicePageTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func ask(_ begun: TestResponse) async throws -> TestResponse {
        try await client.tokens([
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": begun["device_code"] ?? "",
        ])
    }

    /// Opens the link of the device, and continues to the page that asks whether to connect it.
    private func opened(_ begun: TestResponse) async throws -> TestBrowser {
        var browser = try await TestBrowser(tenant, at: begun["verification_uri_complete"] ?? "")
        #expect(browser.attribute("value", of: "user_code") == begun["user_code"])
        try await browser.submit("/activate")
        return browser
    }

    @Test func `approves the device whose code the user enters`() async throws {
        let begun = try await client.post("/oauth/device/code", ["scope": "openid"])
        var browser = try await TestBrowser(tenant, at: "/activate")

        try await browser.submit("/activate", ["user_code": "XXXX-XXXX"])
        let wrong = browser.error
        try await browser.submit("/activate", ["user_code": (begun["user_code"] ?? "").lowercased()])
        let shown = browser.text(of: "user-code")
        try await browser.submit("/activate/confirm", ["action": "confirm"])
        try await browser.submit("/u/login", ["username": "jane@example.com", "password": TestClient.password])
        let response = try await ask(begun)

        #expect(wrong == "The code is not right or has expired.")
        #expect(shown == begun["user_code"])
        #expect(browser.page?.text.contains("Congratulations") == true)
        #expect(claims(of: response["id_token"])?["sub"]?.string == "auth0|000000000000000000000002")
    }

    @Test func `E16 shows the form of the code, the application, and permissions in words`() async throws {
        let begun = try await client.post("/oauth/device/code", ["scope": "openid email read:todos"])
        var browser = try await TestBrowser(tenant, at: "/activate")

        let asked = browser.page?.text ?? ""
        try await browser.submit("/activate", ["user_code": begun["user_code"] ?? ""])
        let page = browser.page?.text ?? ""

        #expect(asked.contains("Code of eight letters, such as BCDF-GHJK"))
        #expect(page.contains("<bdi>Demo</bdi>"))
        #expect(page.contains("<li>see your e-mail address</li>"))
        #expect(page.contains("<li>use its permission <code>read:todos</code></li>"))
        #expect(!page.contains("openid"))
    }

    @Test func `prefills the code of the link, and accepts a denial, which does not look like an approval`()
        async throws
    {
        let begun = try await client.post("/oauth/device/code", ["scope": "openid"])
        var browser = try await opened(begun)

        try await browser.submit("/activate/confirm", ["action": "cancel"])

        #expect(try await ask(begun)["error"] == "access_denied")
        #expect(browser.text(of: "done") == "✗")
    }

    @Test func `emulator-c3 the journal says why the tenant denied a device`() async throws {
        let begun = try await client.post("/oauth/device/code", ["scope": "openid"])
        var browser = try await opened(begun)
        try await browser.submit("/activate/confirm", ["action": "confirm"])
        try await browser.submit("/u/login", ["username": "blocked@example.com", "password": TestClient.password])

        #expect(try await ask(begun)["error"] == "access_denied")

        #expect(tenant.journal.last?.reason == "unauthorized: user is blocked")
    }

    @Test func `E2 accepts a decision only from its own page`() async throws {
        let begun = try await client.post("/oauth/device/code", ["scope": "openid"])
        var browser = TestBrowser(tenant)

        try await browser.post(
            "/activate/confirm", ["user_code": begun["user_code"] ?? "", "action": "confirm", "_csrf": "guess"])

        #expect(browser.page?.status == 403)
        #expect(try await ask(begun)["error"] == "authorization_pending")
    }
}
