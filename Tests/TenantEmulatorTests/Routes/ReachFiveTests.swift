import ByteEncodings
import TenantEmulator
import Testing

/// The endpoints of an emulated account of ReachFive.
@Suite struct ReachFiveServiceTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .start { $0.service = .reachFive } }

    @Test func `the configuration of a client has its scopes`() async throws {
        let response = try await client.get("/identity/v1/config?client_id=\(tenant.clientID)")

        #expect(response["scope"] == "openid profile email phone address offline_access")
        #expect(response.json?["sms"] == .boolean(false))
    }

    @Test(arguments: ["/identity/v1/config", "/identity/v1/config?client_id=none"])
    func `an error has ReachFive's members`(path: String) async throws {
        let response = try await client.get(path)

        #expect(response.status == 400)
        #expect(response["error_id"]?.isEmpty == false)
        #expect(response["error_user_msg"] == response["error_description"])
        #expect(response["error_message_key"] == "error.\(response["error"] ?? "")")
    }

    @Test func `the metadata name ReachFive's paths, and the issuer has no slash`() async throws {
        let document = try await client.get("/.well-known/openid-configuration")

        #expect(document["issuer"] == tenant.domain)
        #expect(tenant.issuer == tenant.domain)
        #expect(document["authorization_endpoint"] == tenant.domain + "/oauth/authorize")
        #expect(document["userinfo_endpoint"] == tenant.domain + "/identity/v1/userinfo")
        #expect(try await client.get("/jwks.json").json?["keys"] != nil)
        #expect(try await client.get("/api/v1/providers").json?["items"] == .array([]))
    }

    @Test func `a wrong code is a bad request`() async throws {
        let response = try await client.tokens([
            "grant_type": "authorization_code", "code": "none", "code_verifier": String(repeating: "v", count: 43),
            "redirect_uri": TestBrowser.callback,
        ])

        #expect(response.status == 400)
        #expect(response["error"] == "invalid_grant", "\(response.text)")
    }

    @Test func `a login in a browser, the profile, and the end of the session`() async throws {
        var browser = TestBrowser(tenant)
        let address = browser.authorizeURL().replacing("/authorize", with: "/oauth/authorize")
        try await browser.visit(address)
        try await browser.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        let tokens = try await browser.tokens()
        let profile = try await client.get("/identity/v1/userinfo", token: tokens["access_token"])
        try await browser.visit("/identity/v1/logout")
        let loggedOut = browser.page?.status
        try await browser.visit(address)

        #expect(claims(of: tokens["id_token"])?["iss"]?.string == tenant.domain)
        #expect(profile["email"] == "john@example.com")
        #expect(loggedOut == 204)
        #expect(browser.path == "/u/login")
    }

    @Test func `a logout leads to an allowed address only`() async throws {
        let other = try await client.get("/identity/v1/logout?redirect_to=https%3A%2F%2Fevil.example%2F")
        let allowed = try await client.get("/identity/v1/logout?redirect_to=http%3A%2F%2F127.0.0.1%3A8484%2Fcallback")

        #expect(other.status == 400)
        #expect(allowed.header("location") == "http://127.0.0.1:8484/callback")
    }
}
