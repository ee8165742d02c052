import ByteEncodings
import TenantEmulator
import Testing

/// Parameters that a request may omit, or send without a value, which is the same.
///
/// - SeeAlso: [RFC 6749 §3.1 and §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.1)
@Suite struct OmittedParameterTests {
    private let tenant: EmulatedTenant

    init() throws {
        tenant = try .withStoppedClock {
            $0.seed.clients += [
                .init(id: "one", callbacks: [TestBrowser.callback]),
                .init(id: "pattern", callbacks: ["https://*.example.com/callback"]),
            ]
        }
    }

    /// RFC 6749 §3.1.2.3 and §4.1.3.
    @Test func `E2 a client with one redirect URI may omit it in both requests`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": "one", "redirect_uri": nil])
        #expect(browser.address.hasPrefix(TestBrowser.callback + "?code="))
        #expect(try await browser.tokens(clientID: "one", ["redirect_uri": ""]).status == 200)

        try await browser.logIn(["client_id": "one", "redirect_uri": nil])
        #expect(try await browser.tokens(clientID: "one").status == 200)

        try await browser.logIn(["client_id": "one", "redirect_uri": nil])
        let other = try await browser.tokens(clientID: "one", ["redirect_uri": "http://127.0.0.1:8485/callback"])
        #expect(other["error"] == "unauthorized_client")
    }

    @Test func `E2 a redirect URI of the first request is required in the second`() async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": "one"])
        let without = try await browser.tokens(clientID: "one", ["redirect_uri": ""])

        #expect(without.status == 400)
        #expect(without["error_description"] == "Missing required parameter: redirect_uri")
    }

    @Test(arguments: [nil, "pattern"])
    func `E2 a client with several redirect URIs, or a pattern, must name one`(client: String?) async throws {
        var browser = TestBrowser(tenant)

        try await browser.visit(
            browser.authorizeURL(["client_id": client ?? tenant.clientID, "redirect_uri": nil]))

        #expect(browser.page?.status == 403)
        #expect(browser.error == "Callback URL mismatch. The request has no redirect_uri.")
        #expect(browser.attribute("class", of: "allowed") == "ways")
    }

    @Test func `E2 an authorization request with empty parameters has none of them`() async throws {
        let empty = [
            "audience": "", "organization": "", "connection": "", "invitation": "", "max_age": "", "prompt": "",
            "response_mode": "", "dpop_jkt": "", "request": "", "request_uri": "", "authorization_details": "",
        ]
        let browser = try await TestBrowser(tenant, as: "john@example.com", empty)

        #expect(browser.query["code"] != nil)
    }

    @Test func `E2 a request to the token endpoint with an empty audience and secret has neither`() async throws {
        let members = [
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "username": "john@example.com",
            "password": TestClient.password, "realm": TestClient.realm, "audience": "", "client_secret": "",
        ]

        let response = try await TestClient(tenant).tokens(members)

        #expect(response.status == 200)
    }

    @Test func `E2 empty parameters of a pushed request are omitted`() async throws {
        let members = [
            "response_type": "code", "code_challenge": TestBrowser.challenge, "code_challenge_method": "S256",
            "client_id": "one", "redirect_uri": "", "audience": "", "organization": "",
        ]

        let response = try await TestClient(tenant).post("/oauth/par", members)

        #expect(response.status == 201)
    }
}
