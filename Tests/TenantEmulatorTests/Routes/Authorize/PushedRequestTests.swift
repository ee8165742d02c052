import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PushedRequestTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func push(_ more: [String: String] = [:]) async throws -> TestResponse {
        let fields = [
            "redirect_uri": TestBrowser.callback, "response_type": "code", "scope": "openid", "state": "pushed",
            "code_challenge": TestBrowser.challenge, "code_challenge_method": "S256",
        ]
        return try await client.post("/oauth/par", fields.merging(more) { $1 })
    }

    private func address(_ uri: String?, client: String? = nil) -> String {
        let fields = [("client_id", client ?? tenant.clientID), ("request_uri", uri ?? "none"), ("state", "other")]
        return "/authorize?\(FormEncoding.encode(fields))"
    }

    @Test func `uses the pushed parameters instead of those in the URL`() async throws {
        var browser = TestBrowser(tenant)

        let pushed = try await push()
        try await browser.visit(address(pushed["request_uri"]))
        try await browser.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        let response = try await browser.tokens()

        #expect(pushed.status == 201)
        #expect(pushed.json?["expires_in"]?.integer == 30)
        #expect(browser.query["state"] == "pushed")
        #expect(response.status == 200)
    }

    @Test func `a request URI is valid once, for one client and a short time`() async throws {
        var browser = TestBrowser(tenant)
        let used = try await push()["request_uri"]
        try await browser.visit(address(used))

        try await browser.visit(address(used))
        let again = browser.page?.status
        try await browser.visit(address(push()["request_uri"], client: "emulatorClient0000000000000000002"))
        let other = browser.page?.status
        let late = try await push()["request_uri"]
        tenant.clock.advance(by: .seconds(30))
        try await browser.visit(address(late))

        #expect([again, other, browser.page?.status] == [400, 400, 400])
    }

    @Test(arguments: [
        (["redirect_uri": "https://evil.example/"], "invalid_request"),
        (["response_type": "token"], "unsupported_response_type"),
        (["request_uri": "urn:ietf:params:oauth:request_uri:x"], "invalid_request"),
        (["code_challenge_method": "S512"], "invalid_request"),
    ])
    func `E2 refuses what the authorization endpoint would refuse`(change: [String: String], error: String) async throws
    {
        let response = try await push(change)

        #expect(response.status == 400)
        #expect(response["error"] == error)
    }

    @Test func `requires client authentication`() async throws {
        let response = try await push(["client_id": "emulatorPushes000000000000000001"])

        #expect(response.status == 401)
    }

    @Test func `requires pushed requests if the client is configured so`() async throws {
        let (id, secret) = ("emulatorPushes000000000000000001", "a-secret-to-push-requests-with-in-2026")
        var browser = try await TestBrowser(tenant, request: ["client_id": id])
        let direct = browser.page?.status
        let pushed = try await push(["client_id": id, "client_secret": secret])
        try await browser.visit(address(pushed["request_uri"], client: id))

        #expect(direct == 400)
        #expect(browser.path == "/u/login")
        #expect(browser.page?.text.contains(secret) == false)
    }
}
