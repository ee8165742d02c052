import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PasswordlessPageTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    private func askForCode(_ address: String = "new@example.com") async throws -> TestBrowser {
        var browser = try await TestBrowser(tenant, request: ["connection": "email"])
        #expect(browser.path == "/u/passwordless")
        try await browser.submit("/u/passwordless", ["address": address])
        return browser
    }

    @Test func `logs in with a code by e-mail, which the login page offers`() async throws {
        var browser = try await TestBrowser(tenant, request: ["login_hint": "jane@example.com"])

        try await browser.submit("/u/passwordless/begin")
        let hint = browser.attribute("value", of: "address")
        try await browser.submit("/u/passwordless")
        let path = browser.path
        try await browser.submit("/u/passwordless/code", ["code": tenant.latestCode(to: "jane@example.com") ?? ""])
        let claims = try await browser.idTokenClaims()

        #expect(hint == "jane@example.com")
        #expect(path == "/u/passwordless/code")
        #expect(claims?["email"]?.string == "jane@example.com")
        #expect(claims?["sub"]?.string?.hasPrefix("email|") == true)
    }

    @Test func `logs in with a code by text message for the requested connection`() async throws {
        var browser = try await TestBrowser(tenant, request: ["connection": "sms", "scope": "openid"])

        try await browser.submit("/u/passwordless", ["address": "not a number"])
        let wrong = browser.error
        try await browser.submit("/u/passwordless", ["address": "+15550100100"])
        try await browser.submit("/u/passwordless/code", ["code": tenant.latestCode(to: "+15550100100") ?? ""])
        let claims = try await browser.idTokenClaims()

        #expect(wrong == "That is no address to send a code to.")
        #expect(claims?["sub"]?.string == "sms|000000000000000000000017")
    }

    @Test func `rejects a code after three wrong ones`() async throws {
        var browser = try await askForCode()
        let code = tenant.latestCode(to: "new@example.com") ?? ""
        for _ in 0..<3 { try await browser.submit("/u/passwordless/code", ["code": "x"]) }
        let wrong = browser.error

        try await browser.submit("/u/passwordless/code", ["code": code])
        let spent = browser.error
        try await browser.submit("/u/passwordless")
        try await browser.submit("/u/passwordless/code", ["code": tenant.latestCode(to: "new@example.com") ?? ""])

        #expect(wrong == "The code you entered is invalid.")
        #expect(spent == "This code is not good any more. Ask for another one.")
        #expect(browser.query["code"] != nil)
    }

    @Test func `refuses an expired code and one of another connection`() async throws {
        var browser = try await askForCode()
        tenant.clock.advance(by: .seconds(181))

        try await browser.submit("/u/passwordless/code", ["code": tenant.latestCode(to: "new@example.com") ?? ""])
        let spent = browser.error
        try await browser.post(
            "/u/passwordless", try browser.fill("/u/passwordless", ["connection": "google-oauth2"]))

        #expect(spent == "This code is not good any more. Ask for another one.")
        #expect(browser.page?.status == 400)
        #expect(tenant.inbox.count == 1)
    }

    @Test func `a one-time code is accepted only in the browser that requested it`() async throws {
        let browser = try await askForCode("mfa@example.com")
        var otherBrowser = TestBrowser(tenant)

        try await otherBrowser.post(
            "/u/passwordless/code",
            try browser.fill("/u/passwordless/code", ["code": tenant.latestCode(to: "mfa@example.com") ?? ""]))

        #expect(otherBrowser.page?.status == 400)
        #expect(otherBrowser.query["code"] == nil)
    }
}
