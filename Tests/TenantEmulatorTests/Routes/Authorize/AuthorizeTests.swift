import ByteEncodings
import TenantEmulator
import Testing

@Suite struct AuthorizeTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    @Test func `redirects with a code, state and issuer, and issues tokens for the code`() async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com")
        let response = try await browser.tokens()

        #expect(browser.page == nil)
        #expect(browser.address.hasPrefix(TestBrowser.callback + "?"))
        #expect(browser.query["state"] == "s-1")
        #expect(browser.query["iss"] == tenant.issuer)
        #expect(response.status == 200)
        #expect(claims(of: response["id_token"])?["nonce"]?.string == "n-1")
        #expect(claims(of: response["id_token"])?["auth_time"]?.integer != nil)
    }

    @Test(arguments: [
        ["client_id": "nobody"], ["client_id": nil], ["redirect_uri": nil], ["redirect_uri": "https://evil.example/"],
        ["redirect_uri": "http://127.0.0.1:8484/callback/../other"], ["redirect_uri": "http://localhost:8484/callback"],
        ["redirect_uri": "http://127.0.0.1:65536/callback"],
        ["redirect_uri": "http://127.0.0.1:8484@evil.example/callback"],
        ["redirect_uri": "https://127.0.0.1:8484/callback"], ["request_uri": "urn:ietf:params:oauth:request_uri:none"],
    ])
    func `E2 shows an error page if the redirect URI cannot be trusted`(change: [String: String?]) async throws {
        let browser = try await TestBrowser(tenant, request: change)

        #expect(browser.page?.status == (change.keys.contains("redirect_uri") ? 403 : 400))
        #expect(browser.page?.header("content-type")?.hasPrefix("text/html") == true)
        #expect(browser.page?.header("location") == nil)
    }

    @Test func `A14 refuses a duplicate parameter`() async throws {
        var browser = TestBrowser(tenant)

        try await browser.visit(browser.authorizeURL() + "&state=other")

        #expect(browser.page?.status == 400)
    }

    @Test(
        arguments: [
            (["response_type": nil], "invalid_request"), (["response_type": "dance"], "unsupported_response_type"),
            (["response_mode": "dance"], "invalid_request"),
            (["code_challenge": nil], "invalid_request"), (["code_challenge": "short"], "invalid_request"),
            (["code_challenge_method": nil, "code_challenge": "short"], "invalid_request"),
            (["code_challenge_method": "plain", "code_challenge": "short"], "invalid_request"),
            (["code_challenge_method": "S512"], "invalid_request"),
            (["audience": "https://nowhere.example/"], "access_denied"), (["prompt": "none login"], "invalid_request"),
            (["prompt": "dance"], "invalid_request"), (["max_age": "-1"], "invalid_request"),
            (["max_age": "soon"], "invalid_request"), (["connection": "nowhere"], "invalid_request"),
            (["organization": "nobody"], "invalid_request"), (["invitation": "none"], "invalid_request"),
            (["dpop_jkt": "short"], "invalid_request"),
            (["prompt": "none"], "login_required"),
        ] as [([String: String?], String)])
    func `E2 sends the client an error response`(change: [String: String?], error: String) async throws {
        let browser = try await TestBrowser(tenant, request: change)

        #expect(browser.page == nil)
        #expect(browser.query["error"] == error)
        #expect(browser.query["state"] == "s-1")
        #expect(browser.query["iss"] == tenant.issuer)
        #expect(browser.query["code"] == nil)
    }

    /// The service publishes and accepts the method, so that a client that uses it logs in here, too.
    @Test(arguments: ["plain", nil]) func `a challenge can be the verifier itself`(method: String?) async throws {
        let change: [String: String?] = ["code_challenge_method": method, "code_challenge": TestBrowser.verifier]
        var browser = try await TestBrowser(tenant, as: "john@example.com", change)
        let wrong = try await browser.tokens(["code_verifier": String(repeating: "x", count: 43)])
        try await browser.visit(browser.authorizeURL(change))
        let right = try await browser.tokens()

        #expect(wrong.status == 403 && right.status == 200)
    }

    @Test(arguments: ["http://127.0.0.1/callback", "http://127.0.0.1:1/callback", "http://[::1]:65535/callback"])
    func `accepts any port of a loopback redirect URI when that is allowed, and not otherwise`(uri: String) async throws
    {
        var configuration = TenantConfiguration()
        configuration.allowsAnyLoopbackPort = true
        configuration.seed.clients[0].callbacks.append("http://[::1]:1/callback")
        var lax = TestBrowser(try EmulatedTenant.start(configuration))
        configuration.allowsAnyLoopbackPort = false
        configuration.seed.clients[0].callbacks.removeAll { $0 == "http://127.0.0.1/callback" }
        var strict = TestBrowser(try EmulatedTenant.start(configuration))

        try await lax.logIn(["redirect_uri": uri])
        try await strict.visit(strict.authorizeURL(["redirect_uri": uri]))

        #expect(lax.address.hasPrefix(uri + "?code="))
        #expect(strict.address.contains("/authorize?"))
        #expect(strict.page?.text.contains(uri) == true)
    }

    @Test(arguments: 8484...8489)
    func `C1 the standard client accepts each default port of the SDK`(port: Int) async throws {
        var browser = TestBrowser(tenant)

        try await browser.logIn(["redirect_uri": "http://127.0.0.1:\(port)/callback"])

        #expect(browser.address.hasPrefix("http://127.0.0.1:\(port)/callback?code="))
    }

    @Test func `accepts a request as a form`() async throws {
        var browser = TestBrowser(tenant)
        let query = try #require(browser.authorizeURL().split(separator: "?").last)

        let fields = try FormEncoding.decode(String(query))
        try await browser.post("/authorize", Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) }))

        #expect(browser.path == "/u/login")
    }

    @Test func `a confidential client needs no challenge, and then no verifier`() async throws {
        let client = "emulatorSymmetric000000000000001"
        let secret = "a-secret-that-signs-ID-tokens-in-2026"
        let plain: [String: String?] = ["client_id": client, "code_challenge": nil, "code_challenge_method": nil]
        var browser = try await TestBrowser(tenant, as: "john@example.com", plain)
        let with = try await browser.tokens(clientID: client, ["client_secret": secret])
        try await browser.visit(browser.authorizeURL(plain))
        let fields = [
            "grant_type": "authorization_code", "code": browser.query["code"] ?? "", "client_id": client,
            "redirect_uri": TestBrowser.callback, "client_secret": secret,
        ]
        let without = try await TestClient(tenant).tokens(fields)

        #expect(with["error"] == "invalid_grant")
        #expect(without.status == 200)
    }

    /// A seed may be less strict, as Auth0 is, or stricter.
    @Test(arguments: [(nil, true), (nil, false), (true, false), (true, true), (false, true)])
    func `a seed says which clients need a challenge`(requiresPKCE: Bool?, isPublic: Bool) async throws {
        let member = requiresPKCE.map { #", "require_pkce": \#($0)"# } ?? ""
        let secret = isPublic ? "" : #", "client_secret": "a-secret-of-a-server-in-2026""#
        let client = #"{"client_id": "mine", "callbacks": ["\#(TestBrowser.callback)"]\#(secret)\#(member)}"#
        let user =
            #"{"connection": "Username-Password-Authentication", "email": "j@example.com", "password": "Sesame-2026!"}"#
        let seed = #"{"clients": [\#(client)], "users": [\#(user)]}"#
        let tenant = try EmulatedTenant.start { $0.seed = try TenantSeed(json: Array(seed.utf8)) }

        var browser = try await TestBrowser(
            tenant, request: ["client_id": "mine", "code_challenge": nil, "code_challenge_method": nil])

        if requiresPKCE ?? isPublic {
            #expect(browser.query["error"] == "invalid_request")
        } else {
            #expect(browser.path == "/u/login")
            try await browser.submit("/u/login", ["username": "j@example.com", "password": "Sesame-2026!"])
            let tokens = try await TestClient(tenant).tokens(
                [
                    "grant_type": "authorization_code", "code": browser.query["code"] ?? "", "client_id": "mine",
                    "redirect_uri": TestBrowser.callback,
                ].merging(isPublic ? [:] : ["client_secret": "a-secret-of-a-server-in-2026"]) { $1 })
            #expect(tokens.status == 200)
        }
    }

    @Test func `binds a code to the key that dpop_jkt names`() async throws {
        var browser = TestBrowser(tenant)

        try await browser.logIn(["dpop_jkt": String(repeating: "A", count: 43)])
        let response = try await browser.tokens()

        #expect(response["error"] == "invalid_dpop_proof")
    }

    @Test func `lists its features in the discovery document`() async throws {
        let document = try await TestClient(tenant).get("/.well-known/openid-configuration")

        #expect(document["pushed_authorization_request_endpoint"] == tenant.issuer + "oauth/par")
        #expect(document["end_session_endpoint"] == tenant.issuer + "oidc/logout")
        #expect(document.json?["authorization_response_iss_parameter_supported"] == .boolean(true))
    }
}
