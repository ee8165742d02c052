import ByteEncodings
import TenantEmulator
import Testing

/// The parts of the service that the emulator does not have name themselves.
@Suite struct UnbuiltPathTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .start { $0.seed.clients[0].allowedOrigins = ["http://localhost:3000"] } }

    @Test(arguments: [
        ("POST", "/bc-authorize"), ("POST", "/co/authenticate"), ("POST", "/usernamepassword/login"),
        ("POST", "/delegation"), ("POST", "/oauth/access_token"), ("POST", "/oauth/ro"), ("POST", "/tokeninfo"),
        ("GET", "/pem"), ("GET", "/samlp/client"), ("GET", "/samlp/metadata/client"), ("GET", "/wsfed"),
        ("GET", "/wsfed/FederationMetadata/2007-06/FederationMetadata.xml"), ("GET", "/user/ssodata"),
        ("DELETE", "/mfa/authenticators/dev_1"), ("POST", "/me/v1/connected-accounts/connect"),
        ("GET", "/client/emulatorClient0000000000000000001.js"),
    ])
    func `E10 a path of the service that is not built is 501, with its name`(
        method: String, path: String
    ) async throws {
        let response = try await client.send(method, path)

        #expect(response.status == 501 && response["error"] == "not_implemented")
        #expect(response["error_description"] == "The emulator has no \(method) \(path)")
    }

    /// [Token Vault](https://auth0.com/docs/secure/tokens/token-vault), which nextjs-auth0 asks for; CIBA, which
    /// auth0-python does.
    @Test(arguments: [
        "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token",
        "urn:openid:params:grant-type:ciba",
    ])
    func `E10 a grant type of the service that is not built is 501`(grant: String) async throws {
        let response = try await client.tokens(["grant_type": grant])

        #expect(response.status == 501 && response["error"] == "not_implemented")
        #expect(response["error_description"]?.contains(grant) == true)
    }

    /// [The service's text](https://github.com/okta/okta-spring-boot/issues/358)
    @Test(arguments: ["/nothing", "/pemx", "/wsfederation", "/mfa/nothing", "/oauth/rox", "/dbconnections/nothing"])
    func `E10 a path that the service does not have is 404 with its text`(path: String) async throws {
        let response = try await client.send("POST", path)

        #expect(response.status == 404 && response.text == "Not found.")
        #expect(tenant.journal.last?.reason == "The emulator has no POST \(path)")
        #expect(try await client.send("GET", path, headers: ["Accept": "text/html"]).status == 404)
    }

    @Test func `E10 a browser sees a page that names the missing part`() async throws {
        let page = try await client.send("GET", "/samlp/client", headers: ["Accept": "text/html"])

        #expect(page.status == 501 && page.text.contains("The emulator has no GET /samlp/client"))
        #expect(page.header("content-type")?.hasPrefix("text/html") == true)
    }

    @Test(arguments: ["/co/authenticate", "/usernamepassword/login", "/mfa/authenticators/dev_1", "/user/ssodata"])
    func `E10 a script can read that a path is not built`(path: String) async throws {
        let fields = ["Origin": "http://localhost:3000"]

        let asked = try await client.send(
            "OPTIONS", path, headers: fields.merging(["Access-Control-Request-Method": "POST"]) { $1 })
        let response = try await client.send("POST", path, headers: fields)

        #expect(asked.status == 204 && response.status == 501)
        #expect(response.header("access-control-allow-origin") == "http://localhost:3000")
    }

    @Test func `E10 tokens for the MFA API and voice calls are 501, wherever they are requested`() async throws {
        let token = try await client.logIn("enroll@example.com")["mfa_token"]
        let refresh = try await client.logIn()["refresh_token"]
        let audience = tenant.domain + "/mfa/"
        let browser = try await TestBrowser(tenant, request: ["audience": audience])

        let voice = try await client.post(
            "/mfa/associate",
            ["authenticator_types": ["oob"], "oob_channels": ["voice"], "phone_number": "+15550100600"], token: token)
        let answers = [
            voice, try await client.logIn(audience: audience),
            try await client.renew(refresh, ["audience": audience]),
        ]

        #expect(answers.map(\.status) == [501, 501, 501])
        #expect(answers.allSatisfy { $0["error"] == "not_implemented" })
        #expect(browser.query["error"] == "not_implemented")
        // The refused renewal has not used up the token.
        #expect(try await client.renew(refresh).status == 200)
    }
}
