import ByteEncodings
import TenantEmulator
import Testing

@Suite struct ConsentPageTests {
    let tenant: EmulatedTenant
    let foreign: [String: String?] = [
        "client_id": "emulatorForeign00000000000000001", "audience": "https://api.example.com/",
        "scope": "openid profile read:todos offline_access",
    ]

    init() throws { tenant = try .withStoppedClock() }

    @Test func `asks once for consent to a third-party client`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com", foreign)

        let (path, text) = (browser.path, browser.page?.text ?? "")
        try await browser.visit(browser.authorizeURL(foreign.merging(["prompt": "none"]) { $1 }))
        let silent = browser.query["error"]
        try await browser.visit(browser.authorizeURL(foreign))
        try await browser.submit("/u/consent", ["action": "accept"])
        let code = browser.query["code"]
        try await browser.visit(browser.authorizeURL(foreign.merging(["prompt": "none"]) { $1 }))

        #expect(path == "/u/consent")
        #expect(text.contains("read:todos") && text.contains("application"))
        #expect(silent == "consent_required")
        #expect(code != nil)
        #expect(browser.query["code"] != nil)
    }

    @Test(arguments: [
        ("openid", "know you again"), ("openid email", "your e-mail address"), ("profile", "your profile"),
    ])
    func `shows the requested scopes, even a single one`(scope: String, words: String) async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", foreign.merging(["scope": scope]) { $1 })

        let items = (browser.page?.text ?? "").matches(of: #/<li>([^<]*)<\/li>/#).map { String($0.output.1) }

        #expect(items.count == scope.split(separator: " ").count)
        #expect(items.last?.contains(words) == true)
    }

    @Test func `asks again for additional scopes`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com", foreign)
        try await browser.submit("/u/consent", ["action": "accept"])

        try await browser.visit(browser.authorizeURL(foreign.merging(["scope": "openid write:todos"]) { $1 }))

        #expect(browser.path == "/u/consent")
    }

    @Test func `asks for any client that requires consent, and accepts a denial`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["prompt": "consent"])

        try await browser.submit("/u/consent", ["action": "deny"])

        #expect(browser.query["error"] == "access_denied")
        #expect(browser.query["error_description"] == "User did not authorize the request")
        #expect(browser.query["state"] == "s-1")
    }
}
