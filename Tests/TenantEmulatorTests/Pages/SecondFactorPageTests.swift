import ByteEncodings
import QRCodeSymbols
import TenantEmulator
import Testing

@Suite struct SecondFactorPageTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    private func begin() async throws -> TestBrowser {
        let browser = try await TestBrowser(tenant, as: "mfa@example.com")
        #expect(browser.path == "/u/mfa")
        return browser
    }

    @Test func `accepts the code of the authenticator app, and the session remembers it`() async throws {
        var browser = try await begin()

        try await browser.submit("/u/mfa", ["code": "000000"])
        let wrong = browser.error
        try await browser.submit("/u/mfa", ["code": tenant.authenticatorCode(for: "mfa@example.com") ?? ""])
        let claims = try await browser.idTokenClaims()
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect(wrong == "The code you entered is invalid.")
        #expect(claims?["amr"]?.elements == [.string("mfa")])
        #expect(browser.query["code"] != nil)
    }

    @Test func `waits for the push notification without closing the list of other factors`() async throws {
        var browser = try await begin()
        let app = browser.page?.text ?? ""

        try await browser.submit("/u/mfa/choose", ["factor": "push|dev_0000000000000004"])
        let push = browser.page?.text ?? ""

        #expect(app.contains("<details class=\"ways\"><summary>") && !app.contains("http-equiv"))
        #expect(push.contains("<details class=\"ways\" open>"))
        #expect(push.contains("<noscript><meta http-equiv=\"refresh\""))
        #expect(push.contains("/u/assets/waiting.js"))
        #expect(try await TestClient(tenant).get("/u/assets/waiting.js").text.contains("location.reload()"))
    }

    @Test func `offers no other factor if the user has none`() async throws {
        var user = TenantSeed.User(email: "app@example.com", password: TestClient.password)
        user.requiresSecondFactor = true
        user.secondFactors = [.authenticatorApp(id: "totp|1", secret: "3132333435363738393031323334353637383930")]
        let seed = TenantSeed(
            clients: [.init(id: "one", name: "One", callbacks: ["http://127.0.0.1:8484/callback"])], users: [user])

        let browser = try await TestBrowser(try EmulatedTenant.start { $0.seed = seed }, as: "app@example.com")

        #expect(browser.path == "/u/mfa")
        #expect(browser.page?.text.contains("<details") == false)
    }

    @Test(arguments: ["totp|dev_0000000000000001", "email|dev_0000000000000003"])
    func `ends the login after ten wrong codes of any factor`(factor: String) async throws {
        var browser = try await begin()
        for _ in 0..<5 { try await browser.submit("/u/mfa", ["code": "000000"]) }
        try await browser.submit("/u/mfa/choose", ["factor": factor])
        for _ in 0..<4 { try await browser.submit("/u/mfa", ["code": "00000x"]) }
        #expect(browser.path == "/u/mfa")

        try await browser.submit("/u/mfa", ["code": "000000"])

        #expect(browser.query["error"] == "access_denied")
        #expect(browser.query["error_description"]?.hasPrefix("Too many failed codes.") == true)
        #expect(browser.query["state"] == "s-1")
    }

    @Test func `ends an enrollment after ten wrong codes`() async throws {
        var browser = try await TestBrowser(tenant, as: "enroll@example.com")

        for _ in 0..<10 { try await browser.submit("/u/mfa-enroll", ["code": "000000"]) }

        #expect(browser.query["error"] == "access_denied")
    }

    @Test func `cannot be skipped by returning to the authorization endpoint`() async throws {
        var browser = try await begin()

        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect(browser.query["error"] == "login_required")
    }

    @Test(arguments: [("sms|dev_0000000000000002", "+15550100500"), ("email|dev_0000000000000003", "mfa@example.com")])
    func `sends a code by the factor that the user selects`(factor: String, address: String) async throws {
        var browser = try await begin()

        try await browser.submit("/u/mfa/choose", ["factor": factor])
        try await browser.submit("/u/mfa", ["code": "x"])
        let wrong = browser.page?.status
        try await browser.submit("/u/mfa", ["code": tenant.latestCode(to: address) ?? ""])

        #expect(wrong == 400)
        #expect(browser.query["code"] != nil)
    }

    @Test func `waits for the decision about the push notification`() async throws {
        var browser = try await begin()

        try await browser.submit("/u/mfa/choose", ["factor": "push|dev_0000000000000004"])
        try await browser.submit("/u/mfa")
        let waiting = browser.path
        let asked = tenant.approvePush(for: "mfa@example.com")
        try await browser.submit("/u/mfa")

        #expect(waiting == "/u/mfa")
        #expect(asked == 1)
        #expect(browser.query["code"] != nil)
    }

    @Test func `shows that the push notification was denied`() async throws {
        var browser = try await begin()
        try await browser.submit("/u/mfa/choose", ["factor": "push|dev_0000000000000004"])

        tenant.denyPush(for: "mfa@example.com")
        try await browser.submit("/u/mfa")

        #expect(browser.error == "The request was denied on your phone.")
    }

    @Test func `replaces a recovery code, and shows the new one once`() async throws {
        var browser = try await begin()

        try await browser.submit("/u/mfa/choose", ["action": "recovery"])
        try await browser.submit("/u/mfa", ["code": "RECOVERY0000000000000001"])
        let successor = browser.text(of: "recovery-code") ?? ""
        try await browser.submit("/u/recovery-code")
        let code = browser.query["code"]
        var again = try await begin()
        try await again.submit("/u/mfa/choose", ["action": "recovery"])
        try await again.submit("/u/mfa", ["code": "RECOVERY0000000000000001"])

        #expect(successor.count == 24)
        #expect(code != nil)
        #expect(again.page?.status == 400)
    }

    @Test func `enrolls a user without a second factor`() async throws {
        var browser = try await TestBrowser(tenant, as: "enroll@example.com")

        let path = browser.path
        let link = try #require(browser.attribute("href", of: "app"))
        let drawing = try #require(browser.attribute("d", of: "symbol"))
        try await browser.submit("/u/mfa-enroll", ["code": tenant.authenticatorCode(for: "enroll@example.com") ?? ""])
        let recovery = browser.text(of: "recovery-code")
        try await browser.submit("/u/recovery-code")

        #expect(path == "/u/mfa-enroll")
        #expect(link.hasPrefix("otpauth://totp/emulator:enroll%40example.com?secret="))
        let symbol = try QRSymbol(link, errorCorrection: .low)
        #expect(symbol.svg().contains(#" d="\#(drawing)"/></svg>"#))
        #expect(recovery?.isEmpty == false)
        #expect(browser.query["code"] != nil)
    }
}
