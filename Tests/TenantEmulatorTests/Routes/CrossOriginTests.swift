import ByteEncodings
import TenantEmulator
import Testing

@Suite struct CrossOriginTests {
    private static let page = "http://localhost:3000"
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws {
        var spa = TenantSeed.Client(id: "spa", callbacks: ["https://app.example.com/done", TestBrowser.callback])
        spa.allowedOrigins = [Self.page]
        var silent = TenantSeed.Client(id: "silent", callbacks: [TestBrowser.callback])
        silent.webOrigins = ["http://localhost:4000", "http://127.0.0.1:8484"]
        let users = [TenantSeed.User(email: "john@example.com", password: TestClient.password)]
        tenant = try EmulatedTenant.start(
            TenantConfiguration(port: 0, seed: TenantSeed(clients: [spa, silent], users: users)))
    }

    private func ask(_ path: String, from origin: String, method: String = "POST") async throws -> TestResponse {
        try await client.send(
            "OPTIONS", path,
            headers: [
                "Origin": origin, "Access-Control-Request-Method": method,
                "Access-Control-Request-Headers": "auth0-client,dpop",
            ])
    }

    private func token(from origin: String, clientID: String = "spa") async throws -> TestResponse {
        try await client.send(
            "POST", "/oauth/token", headers: ["Origin": origin, "Content-Type": "application/x-www-form-urlencoded"],
            body: Array("client_id=\(clientID)&grant_type=refresh_token&refresh_token=none".utf8))
    }

    @Test(arguments: [page, "https://app.example.com", "http://127.0.0.1:8484", "http://localhost:4000"])
    func `emulator-a2 a preflight from an origin of a client is allowed`(origin: String) async throws {
        let response = try await ask("/oauth/token", from: origin)

        #expect(response.status == 204)
        #expect(response.header("Access-Control-Allow-Origin") == origin)
        #expect(response.header("Access-Control-Allow-Headers") == "auth0-client,dpop")
        #expect(response.header("Access-Control-Allow-Methods")?.contains("PATCH") == true)
        #expect(response.header("Vary") == "Origin")
        #expect(response.header("Access-Control-Allow-Credentials") == nil)
    }

    @Test(arguments: ["http://localhost:3001", "https://evil.example", "null", "http://localhost:3000/"])
    func `emulator-a2 a preflight from another origin is refused and says what to change`(origin: String) async throws {
        let response = try await ask("/oauth/token", from: origin)

        #expect(response.status == 403)
        #expect(response.header("Access-Control-Allow-Origin") == nil)
        #expect(response.text.contains("allowed_origins"))
    }

    @Test func `emulator-a2 a response, also an error, is shared only with the named client's origins`() async throws {
        let own = try await token(from: Self.page)
        let other = try await token(from: Self.page, clientID: "silent")
        let evil = try await token(from: "https://evil.example")

        #expect(own.status == 403)
        #expect(own.header("Access-Control-Allow-Origin") == Self.page)
        #expect(own.header("Access-Control-Expose-Headers")?.contains("DPoP-Nonce") == true)
        #expect(other.header("Access-Control-Allow-Origin") == nil)
        #expect(evil.header("Access-Control-Allow-Origin") == nil)
    }

    @Test(arguments: ["/.well-known/jwks.json", "/.well-known/openid-configuration"])
    func `emulator-a2 every page may read keys and metadata`(path: String) async throws {
        let response = try await client.send("GET", path, headers: ["Origin": "https://anywhere.example"])

        #expect(response.header("Access-Control-Allow-Origin") == "*")
    }

    @Test(arguments: ["/authorize", "/u/login", "/_emulator/inbox", "/v2/logout"])
    func `scripts of other origins cannot read pages nor control the tenant`(path: String) async throws {
        let preflight = try await ask(path, from: Self.page, method: "GET")
        let response = try await client.send("GET", path, headers: ["Origin": Self.page])

        #expect(preflight.header("Access-Control-Allow-Origin") == nil)
        #expect(response.header("Access-Control-Allow-Origin") == nil)
    }

    @Test func `a preflight uses up no fault, and a fault's response is shared`() async throws {
        tenant.faults.set(.status(503), on: "/oauth/token", times: 1)

        #expect(try await ask("/oauth/token", from: Self.page).status == 204)
        let response = try await token(from: Self.page)
        #expect(response.status == 503)
        #expect(response.header("Access-Control-Allow-Origin") == Self.page)
    }

    @Test func `names the methods of a path`() async throws {
        let response = try await client.send("OPTIONS", "/userinfo")

        #expect(response.status == 204)
        #expect(response.header("Allow") == "GET, HEAD, POST, OPTIONS")
    }
}

extension CrossOriginTests {
    @Test func `emulator-a5 posts the response of form_post to the redirect URI`() async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", ["response_mode": "form_post"])

        let form = try browser.fill(TestBrowser.callback, [:])

        #expect(form["state"] == "s-1")
        #expect(form["iss"] == tenant.issuer)
        let tokens = try await browser.tokens(["code": form["code"] ?? ""])
        #expect(tokens.status == 200)
    }

    @Test func `emulator-a5 sends the response of web_message only to the origin of the redirect URI`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": "silent"])
        try await browser.visit(
            browser.authorizeURL(["client_id": "silent", "response_mode": "web_message", "prompt": "none"]))

        let message = try #require(browser.attribute("data-message", of: "response"))
        let json = try JSONValue(parsing: Array(message.utf8))

        #expect(json["type"]?.string == "authorization_response")
        #expect(json["response"]?["state"]?.string == "s-1")
        #expect(browser.attribute("data-origin", of: "response") == "http://127.0.0.1:8484")
        #expect(browser.page?.header("X-Frame-Options") == nil)
        let policy = try #require(browser.page?.header("Content-Security-Policy"))
        #expect(policy.contains("frame-ancestors http://127.0.0.1:8484"))
        let code = json["response"]?["code"]?.string ?? ""
        #expect(try await browser.tokens(clientID: "silent", ["code": code]).status == 200)
    }

    @Test func `emulator-a5 answers a silent login that the user has to log in`() async throws {
        var browser = TestBrowser(tenant)
        try await browser.visit(
            browser.authorizeURL(["client_id": "silent", "response_mode": "web_message", "prompt": "none"]))

        let message = try #require(browser.attribute("data-message", of: "response"))
        let json = try JSONValue(parsing: Array(message.utf8))

        #expect(json["response"]?["error"]?.string == "login_required")
    }

    @Test func `emulator-a5 sends no message to an origin that is not among the web origins, as Auth0`() async throws {
        let browser = try await TestBrowser(tenant, request: ["response_mode": "web_message", "prompt": "none"])

        #expect(browser.page == nil)
        #expect(browser.query["error"] == "invalid_request")
        #expect(browser.query["error_description"]?.contains("web_origins") == true)
    }
}
