import ByteEncodings
import TenantEmulator
import Testing

@Suite struct AuthorizationDetailsTests {
    private static let api = "https://api.example.com/"
    private static let payment =
        #"{"type":"payment_initiation","actions":["initiate"],"amount":{"currency":"EUR","value":"12.50"}}"#
    private static let account =
        #"{"type":"account_information","identifier":"AT61","locations":["https://a.example/"]}"#
    private let tenant: EmulatedTenant
    private var client: TestClient { TestClient(tenant) }
    private let both = "[\(payment),\(account)]"

    init() throws { tenant = try .withStoppedClock() }

    private func request(_ details: String, audience: String? = api) -> [String: String?] {
        ["audience": audience, "scope": "openid offline_access", "authorization_details": details]
    }

    private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private func tokens(_ details: String) async throws -> TestResponse {
        let browser = try await TestBrowser(tenant, as: "john@example.com", request(details))
        return try await browser.tokens()
    }

    @Test func `returns the details with the tokens and in the access token`() async throws {
        let response = try await tokens(both)

        #expect(response.status == 200)
        #expect(response.json?["authorization_details"] == (try value(both)))
        #expect(claims(of: response["access_token"])?["authorization_details"] == (try value(both)))
        #expect(claims(of: response["id_token"])?["authorization_details"] == nil)
    }

    @Test func `a request without details has none in its tokens`() async throws {
        let response = try await client.logIn(audience: Self.api)

        #expect(response.json?["authorization_details"] == nil)
        #expect(claims(of: response["access_token"])?["authorization_details"] == nil)
    }

    @Test func `keeps the details when tokens are renewed`() async throws {
        let first = try await tokens(both)

        let second = try await client.renew(first["refresh_token"])
        let third = try await client.renew(second["refresh_token"], ["authorization_details": "[\(Self.payment)]"])
        let fourth = try await client.renew(third["refresh_token"])

        #expect(second.json?["authorization_details"] == (try value(both)))
        #expect(third.json?["authorization_details"] == (try value("[\(Self.payment)]")))
        #expect(claims(of: third["access_token"])?["authorization_details"]?.count == 1)
        #expect(fourth.json?["authorization_details"] == (try value(both)))
    }

    @Test func `a renewal for an API that does not know the types has no details`() async throws {
        let first = try await tokens(both)

        let response = try await client.renew(
            first["refresh_token"], ["audience": "https://standard.example.com/", "scope": "read:files"])

        #expect(response.status == 200)
        #expect(response.json?["authorization_details"] == nil)
    }

    @Test func `E2 refuses more than was granted and does not consume the refresh token`() async throws {
        let token = try await tokens("[\(Self.payment)]")["refresh_token"]

        let response = try await client.renew(token, ["authorization_details": both])

        #expect(response.status == 400)
        #expect(response["error"] == "invalid_authorization_details")
        #expect(try await client.renew(token).status == 200)
    }

    @Test func `limits the tokens of a code to the details of the token request`() async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", request(both))

        let response = try await browser.tokens(["authorization_details": "[\(Self.account)]"])

        #expect(response.json?["authorization_details"] == (try value("[\(Self.account)]")))
    }

    @Test(arguments: [
        "{}", "[]", "[1]", "[{}]", #"[{"type":1}]"#, #"[{"type":"unknown"}]"#, "payment_initiation",
        #"[{"type":"payment_initiation","actions":"initiate"}]"#,
        #"[{"type":"payment_initiation","locations":[1]}]"#, #"[{"type":"payment_initiation","identifier":1}]"#,
        #"[{"type":"payment_initiation"},{"type":"unknown"}]"#,
    ])
    func `E2 refuses malformed details and unknown types`(details: String) async throws {
        let browser = try await TestBrowser(tenant, request: request(details))
        let pushed = try await client.post(
            "/oauth/par",
            [
                "redirect_uri": TestBrowser.callback, "response_type": "code", "code_challenge": TestBrowser.challenge,
                "code_challenge_method": "S256", "audience": Self.api, "authorization_details": details,
            ])

        #expect(browser.query["error"] == "invalid_authorization_details")
        #expect(browser.query["state"] == "s-1")
        #expect(pushed.status == 400)
        #expect(pushed["error"] == "invalid_authorization_details")
    }

    @Test func `E2 refuses a type that another API knows`() async throws {
        let browser = try await TestBrowser(tenant, request: request(both, audience: "https://standard.example.com/"))

        #expect(browser.query["error"] == "invalid_authorization_details")
    }

    @Test func `asks for consent to a third party's details every time, and shows them`() async throws {
        let foreign = request("[\(Self.payment)]").merging(["client_id": "emulatorForeign00000000000000001"]) { $1 }
        var browser = try await TestBrowser(tenant, as: "john@example.com", foreign)
        let (path, text) = (browser.path, browser.page?.text ?? "")
        try await browser.submit("/u/consent", ["action": "accept"])
        let code = browser.query["code"]

        try await browser.visit(browser.authorizeURL(foreign))

        #expect(path == "/u/consent")
        #expect(text.contains("payment_initiation") && text.contains("12.50"))
        #expect(code != nil)
        #expect(browser.path == "/u/consent")
    }

    @Test func `grants details to a client itself, and shows them at introspection`() async throws {
        let server = [
            "client_id": "emulatorServer0000000000000000001",
            "client_secret": "a-secret-that-only-the-server-knows-2026",
        ]
        let details: [String: Any] = ["authorization_details": try value("[\(Self.payment)]")]
        let grant = ["grant_type": "client_credentials", "audience": Self.api].merging(server) { $1 }

        let response = try await client.tokens(details.merging(grant) { $1 })
        let unknown = try await client.tokens(
            grant.merging(["authorization_details": #"[{"type":"unknown"}]"#]) { $1 })
        let token = ["token": response["access_token"] ?? ""]
        let introspection = try await client.post("/oauth/introspect", server.merging(token) { $1 })

        #expect(response.json?["authorization_details"] == (try value("[\(Self.payment)]")))
        #expect(unknown["error"] == "invalid_authorization_details")
        #expect(introspection.json?["authorization_details"] == (try value("[\(Self.payment)]")))
    }
}
