import ByteEncodings
import TenantEmulator
import Testing

/// Requests that a program or a mail filter sends to look at an address.
@Suite struct SafeMethodTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .start() }

    @Test func `HEAD does not use up the link of a mail`() async throws {
        _ = try await client.post(
            "/dbconnections/signup",
            ["email": "new@example.com", "password": TestClient.password, "connection": TestClient.realm])
        let link = try #require(tenant.messages(to: "new@example.com").last?.link)
        let path = String(link.dropFirst(tenant.domain.count))

        let head = try await client.send("HEAD", path)
        let login = try await client.logIn("new@example.com")
        let before = claims(of: login["id_token"])?["email_verified"]
        let get = try await client.get(path)
        let after = claims(of: try await client.logIn("new@example.com")["id_token"])?["email_verified"]

        #expect(head.status == 200 && head.body.isEmpty)
        #expect(before == .boolean(false))
        #expect(get.status == 200)
        #expect(after == .boolean(true))
    }

    @Test func `a request without client_id gets an error that says so`() async throws {
        #expect(try await client.get("/authorize").text.contains("client_id is missing"))
        #expect(try await client.get("/authorize?client_id=nobody").text.contains("Unknown client: nobody"))
    }

    @Test func `the inspector lists the tokens of machines`() async throws {
        _ = try await client.tokens([
            "grant_type": "client_credentials", "client_id": "emulatorServer0000000000000000001",
            "client_secret": "a-secret-that-only-the-server-knows-2026", "audience": "https://api.example.com/",
        ])
        var browser = TestBrowser(tenant)
        try await browser.visit("/_emulator/tokens?token=\(tenant.controlToken)")

        #expect(browser.page?.text.contains("emulatorServer0000000000000000001@clients") == true)
    }

    @Test(arguments: [
        ("https://*.example.com/cb", "https://a.example.com/cb", true),
        ("https://*.example.com/cb", "https://a.b.example.com/cb", false),
        ("https://*.example.com/cb", "https://.example.com/cb", false),
        ("https://*.example.com/cb", "https://a.example.com/other", false),
        ("https://*.example.com/cb", "https://evil.example/x.example.com/cb", false),
        ("https://*.example.com/cb", "https://a@b.example.com/cb", false),
        ("https://pre-*-post.example.com:8443/", "https://pre-1-post.example.com:8443/", true),
        ("https://*.com", "https://example.com", false),
        ("https://sub.*.example.com", "https://sub.a.example.com", false),
        ("https://*.*.example.com", "https://a.b.example.com", false),
        ("com.example.app://*.example.com", "com.example.app://a.example.com", false),
        ("https://example.com/*", "https://example.com/a", false),
    ])
    func `a wildcard matches one label of a host`(pattern: String, address: String, isAllowed: Bool) async throws {
        let seed = TenantSeed(clients: [.init(id: "a", callbacks: [pattern])])
        let tenant = try EmulatedTenant.start { $0.seed = seed }

        let answer = try await TestClient(tenant).get(
            "/authorize?client_id=a&response_type=code&redirect_uri=\(PercentEncoding.encode(address))")

        #expect(answer.text.contains("Callback URL mismatch") == !isAllowed, "\(answer.status)")
    }
}
