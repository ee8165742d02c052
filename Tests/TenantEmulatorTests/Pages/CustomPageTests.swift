import ByteEncodings
import TenantEmulator
import Testing

@Suite struct CustomPageTests {
    private static let page = """
        <html><form action="/u/login" method="post"></form><script>
        var config = JSON.parse(decodeURIComponent(escape(window.atob('@@config@@'))));
        </script></html>
        """

    private func config(_ browser: TestBrowser) throws -> JSONValue {
        let text = try #require(browser.page?.text.split(separator: "'").dropFirst().first)
        let plain = text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        return try JSONValue(parsing: Base64URL.decode(String(plain)))
    }

    @Test func `receives the login's configuration and logs in with it`() async throws {
        let tenant = try EmulatedTenant.start { $0.loginPage = Self.page }
        var browser = try await TestBrowser(tenant, request: ["login_hint": "jöhn", "ui_locales": "de"])

        let told = try config(browser)
        let options = told["internalOptions"]
        let fields = [
            "username": "john@example.com", "password": TestClient.password,
            "state": options?["state"]?.string ?? "", "_csrf": options?["_csrf"]?.string ?? "",
        ]
        try await browser.post("/u/login", fields.merging(["password": "wrong"]) { $1 })
        let failed = try config(browser)
        try await browser.post("/u/login", fields)

        #expect(told["clientID"]?.string == tenant.clientID)
        #expect(told["auth0Domain"]?.string == tenant.domain)
        #expect(told["callbackURL"]?.string == TestBrowser.callback)
        #expect(told["extraParams"]?["login_hint"]?.string == "jöhn")
        #expect(told["dict"]?.string == "de")
        #expect(told["errorMessage"] == nil)
        #expect(failed["errorMessage"]?.string != nil)
        #expect(browser.query["code"] != nil)
        #expect(browser.query["state"] == "s-1", "the client's own, not the page's")
    }
}
