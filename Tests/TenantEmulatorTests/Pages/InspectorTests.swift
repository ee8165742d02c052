import ByteEncodings
import Foundation
import TenantEmulator
import Testing

@Suite struct InspectorTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    private func text(_ section: String) async throws -> String {
        try await TestBrowser(tenant, inspecting: section).page?.text ?? ""
    }

    @Test(arguments: ["", "requests", "mail", "users", "sessions", "tokens"])
    func `E1 opens only with the control token`(section: String) async throws {
        var (otherBrowser, guesser) = (TestBrowser(tenant), TestBrowser(tenant))
        let browser = try await TestBrowser(tenant, inspecting: section)

        try await otherBrowser.visit("/_emulator/\(section)")
        try await guesser.visit("/_emulator/\(section)?token=guess")
        let rebound = try await TestClient(tenant).send(
            "GET", "/_emulator/\(section)?token=\(tenant.controlToken)", headers: ["Host": "rebound.example"])

        #expect([otherBrowser.page?.status, guesser.page?.status, browser.page?.status] == [401, 401, 200])
        #expect(rebound.status == 403)
    }

    @Test func `E16 a user with a live session has a last login`() async throws {
        _ = try await TestBrowser(tenant, as: "john@example.com")

        let rows = try await text("users").components(separatedBy: "<tr")
        let never = rows.filter { $0.contains(">never<") }
        #expect(never.count > 10 && !never.contains { $0.contains("john@example.com") })
    }

    @Test func `E1 carries out actions only with the CSRF token of its forms`() async throws {
        var browser = try await TestBrowser(tenant, inspecting: "")

        try await browser.post("/_emulator/", ["action": "arm", "fault": "status:503", "path": "/userinfo"])
        let response = try await TestClient(tenant).get("/userinfo")

        #expect(browser.page?.status == 403)
        #expect(response.status == 401)
    }

    @Test func `shows requests, mail, users, sessions and tokens, all escaped`() async throws {
        let attack = "<img src=x onerror=alert(1)>@example.com"
        let client = TestClient(tenant)
        _ = try await client.logIn(audience: "https://api.example.com/", scope: "openid offline_access read:todos")
        _ = try await client.post("/passwordless/start", ["email": "a@example.com", "connection": "email"])
        _ = try await client.get("/userinfo?<script>")
        _ = try await client.post(
            "/dbconnections/signup",
            ["email": attack.replacing(" ", with: "/"), "password": "Fresh-2026!", "connection": TestClient.realm])
        let login = try await TestBrowser(tenant, as: "john@example.com")
        _ = try await login.tokens()
        var pages: [String: String] = [:]

        for section in ["", "requests", "mail", "users", "sessions", "tokens"] {
            pages[section] = try await text(section)
        }

        #expect(pages[""]?.contains(tenant.issuer) == true)
        #expect(pages["requests"]?.contains("/userinfo") == true)
        #expect(pages["mail"]?.contains(tenant.latestCode(to: "a@example.com") ?? "?") == true)
        #expect(pages["users"]?.contains("john@example.com") == true)
        #expect(pages["sessions"]?.contains("read:todos") == true)
        #expect(pages["sessions"]?.contains("end-session") == true)
        #expect(pages["tokens"]?.contains("&quot;nonce&quot;: &quot;n-1&quot;") == true)
        for page in pages.values { #expect(!page.contains("<img") && !page.contains("<script>")) }
    }

    @Test func `rotates keys, moves the clock, arms faults, ends sessions and approves push notifications`()
        async throws
    {
        let client = TestClient(tenant)
        let (before, now) = (try await client.get("/.well-known/jwks.json").text, tenant.clock.now)
        var (browser, login) = (try await TestBrowser(tenant, inspecting: ""), TestBrowser(tenant))

        try await browser.submit("/_emulator/", ["action": "rotate-keys", "keep": "off"])
        try await browser.submit("/_emulator/", ["action": "move-clock", "seconds": "60"])
        try await browser.submit(
            "/_emulator/", ["action": "arm", "fault": "status:503", "path": "/userinfo", "times": "1"])
        let struck = try await client.get("/userinfo").status
        try await login.logIn(as: "mfa@example.com")
        try await login.submit("/u/mfa/choose", ["factor": "push|dev_0000000000000004"])
        try await browser.visit("/_emulator/users")
        try await browser.submit("/_emulator/users", ["action": "decide", "answer": "approve"])
        try await login.submit("/u/mfa")
        try await browser.visit("/_emulator/sessions")
        try await browser.submit("/_emulator/sessions", ["action": "end-session"])
        let code = login.query["code"]
        try await login.visit(login.authorizeURL(["prompt": "none"]))

        #expect(try await client.get("/.well-known/jwks.json").text != before)
        #expect(tenant.clock.now.timeIntervalSince(now) == 60)
        #expect(struck == 503)
        #expect(code != nil)
        #expect(login.query["error"] == "login_required")
    }

    @Test(arguments: [
        (["action": "arm", "fault": "sulk", "path": "/userinfo"], "There is no such fault"),
        (["action": "arm", "fault": "status:503", "path": "userinfo"], "A path begins with a slash"),
        (["action": "arm", "fault": "status:503", "path": "/userinfo", "times": "often"], "Times is a number"),
        (["action": "move-clock", "seconds": "soon"], "seconds must be a number"),
    ])
    func `shows an invalid form again with a message and its values`(
        form: [String: String], message: String
    ) async throws {
        var browser = try await TestBrowser(tenant, inspecting: "")

        try await browser.submit("/_emulator/", form)

        #expect(browser.page?.status == 400)
        #expect(browser.error?.hasPrefix(message) == true)
        #expect(browser.attribute("role", of: "error") == "alert")
        for (name, value) in form where name != "action" { #expect(browser.attribute("value", of: name) == value) }
        #expect(try await TestClient(tenant).get("/userinfo").status == 401, "nothing was switched on")
    }

    @Test func `shows long journals in pages, and only the beginning of long bodies`() async throws {
        let client = TestClient(tenant)
        for number in 1...450 { _ = try await client.get("/.well-known/jwks.json?\(number)") }
        _ = try await client.tokens(["grant_type": String(repeating: "x", count: 50_000)])

        let first = try await text("requests")
        let second = try await text("requests?before=252")
        let last = try await text("requests?before=52")

        #expect(first.contains("252 to 451 of 451") && first.contains("?before=252\">Older"))
        #expect(!first.contains("Newer"))
        #expect(first.contains("bytes more") && first.utf8.count < 500_000)
        #expect(second.contains("52 to 251 of 451") && second.contains("?before=452\">Newer"))
        #expect(second.contains("jwks.json?251") && !second.contains("jwks.json?252"))
        #expect(last.contains("1 to 51 of 451") && last.contains("Newest") && !last.contains("Older"))
    }

    @Test func `shows one request with all of its body and answer`() async throws {
        let client = TestClient(tenant)
        _ = try await client.tokens(["grant_type": String(repeating: "x", count: 50_000) + "end"])
        _ = try await client.get("/.well-known/jwks.json")

        let list = try await text("requests")
        let body = try await text("requests?number=1")
        let answer = try await text("requests?number=2")

        #expect(list.contains(#"<a href="?number=1">"#) && list.contains(#"<a href="?number=2">"#))
        #expect(!list.contains("xend") && body.contains("xend") && !body.contains("bytes more"))
        #expect(body.contains("<details open>") && !body.contains("jwks.json"))
        #expect(list.contains("&quot;keys&quot;") && !list.contains("]\n}</pre>"))
        #expect(answer.contains("]\n}</pre>") && !answer.contains("bytes more") && answer.contains(#"<a href="?">All"#))
    }

    @Test func `redirects from the address without the trailing slash`() async throws {
        var browser = try await TestBrowser(tenant, inspecting: "")

        try await browser.visit("/_emulator")

        #expect(browser.address == "\(tenant.domain)/_emulator/")
        #expect(browser.page?.status == 200)
        #expect(tenant.journal.isEmpty)
    }

    @Test func `refreshes without scripts on request`() async throws {
        #expect(try await text("requests?live=1").contains("http-equiv=\"refresh\""))
    }
}
