import ByteEncodings
import Foundation
import JOSE
import TenantEmulator
import Testing

@Suite struct RequestObjectTests {
    private static let type = "oauth-authz-req+jwt"
    private let tenant: EmulatedTenant
    private let keys: TestKeyPair

    init() throws {
        keys = try TestKeyPair()
        let callbacks = ["http://127.0.0.1:8484/callback"]
        var strict = TenantSeed.Client(
            id: "strict", keys: keys.published, authentication: .publicClient, callbacks: callbacks)
        strict.requiresSignedRequests = true
        let seed = TenantSeed(
            clients: [
                .init(id: "jar", keys: keys.published, authentication: .publicClient, callbacks: callbacks), strict,
                .init(id: "keyless", callbacks: callbacks),
            ], users: [.init(email: "john@example.com", password: TestClient.password)])
        tenant = try .withStoppedClock { $0.seed = seed }
    }

    private func object(
        _ change: String = "{}", client: String = "jar", type: String? = Self.type, key: SigningKey? = nil,
        without claim: String = ""
    ) throws -> String {
        let now = Int(tenant.clock.now.timeIntervalSince1970)
        var claims: [String: Any] = [
            "iss": client, "client_id": client, "aud": tenant.issuer, "iat": now, "exp": now + 60,
            "redirect_uri": TestBrowser.callback, "response_type": "code", "scope": "openid", "state": "signed",
            "nonce": "n-signed", "code_challenge": TestBrowser.challenge, "code_challenge_method": "S256",
        ]
        claims[claim] = nil
        return try (key ?? keys.key).sign(claims, changed: change, type: type)
    }

    private func address(_ object: String, client: String = "jar", _ more: [String: String] = [:]) -> String {
        let fields = ["client_id": client, "request": object].merging(more) { $1 }
        return "/authorize?\(FormEncoding.encode(fields.map { (name: $0.key, value: $0.value) }))"
    }

    private func refusal(_ address: String) async throws -> String {
        var browser = TestBrowser(tenant)
        try await browser.visit(address)
        #expect(browser.page?.status == 400)
        return browser.page?.text ?? ""
    }

    @Test(arguments: [Self.type, "JWT", nil])
    func `uses the signed parameters and ignores those beside them`(type: String?) async throws {
        var browser = TestBrowser(tenant)
        let outside = ["state": "outside", "nonce": "n-outside", "redirect_uri": "https://evil.example/"]

        try await browser.visit(address(object(type: type), outside))
        try await browser.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        let claims = try await browser.idTokenClaims()

        #expect(browser.address.hasPrefix(TestBrowser.callback))
        #expect(browser.query["state"] == "signed")
        #expect(claims?["nonce"]?.string == "n-signed")
    }

    private static let defects = [
        #"{"iss": "strict"}"#, #"{"iss": null}"#, #"{"sub": "jar"}"#, #"{"client_id": "strict"}"#,
        #"{"client_id": null}"#, #"{"aud": "https://evil.example/"}"#, #"{"aud": null}"#, #"{"exp": 1}"#,
        #"{"exp": "soon"}"#, #"{"exp": null}"#, #"{"nbf": 9999999999}"#, #"{"request": "x"}"#,
        #"{"request_uri": "urn:ietf:params:oauth:request_uri:x"}"#,
    ]

    @Test(arguments: defects)
    func `E2 refuses a request object with a defect`(change: String) async throws {
        let page = try await refusal(address(object(change)))
        let pushed = try await TestClient(tenant).post("/oauth/par", ["request": object(change)])

        #expect(page.contains("invalid_request_object"))
        #expect(pushed.status == 400)
        #expect(pushed["error"] == "invalid_request_object")
    }

    /// See [Authorization Code Flow with
    /// JAR](https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow/authorization-code-flow-with-jar).
    @Test func `E9 the expiry of a request object is optional, and has no limit`() async throws {
        let client = TestClient(tenant)

        let without = try await client.post("/oauth/par", ["request": object(without: "exp")])
        let late = try await client.post("/oauth/par", ["request": object(#"{"exp": 9999999999}"#)])

        #expect(without.status == 201 && late.status == 201)
    }

    @Test(arguments: ["at+jwt", "client-authentication+jwt"])
    func `E2 refuses a token of another type as a request object`(type: String) async throws {
        #expect(try await refusal(address(object(type: type))).contains("invalid_request_object"))
    }

    @Test func `E2 refuses a request object that the client did not sign`() async throws {
        let parts = try object().split(separator: ".").map(String.init)
        let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(parts[1])."
        let changed = "\(parts[0]).\(Base64URL.encode(Array(#"{"client_id":"jar"}"#.utf8))).\(parts[2])"
        let foreign = try object(key: TestKeyPair().key)

        for text in [unsigned, changed, foreign, "x"] {
            #expect(try await refusal(address(text)).contains("invalid_request_object"))
        }
        let keyless = try await refusal(address(object(client: "keyless"), client: "keyless"))
        #expect(keyless.contains("invalid_request_object"))
    }

    @Test func `refuses an object of one client for another`() async throws {
        let page = try await refusal(address(object(), client: "strict"))

        #expect(page.contains("invalid_request_object"))
    }

    @Test func `sends errors to the signed redirect URI, and reads numbers`() async throws {
        var browser = TestBrowser(tenant)

        try await browser.visit(address(object(#"{"max_age": -1}"#)))

        #expect(browser.address.hasPrefix(TestBrowser.callback))
        #expect(browser.query["error"] == "invalid_request")
        #expect(browser.query["error_description"]?.contains("max_age") == true)
    }

    @Test func `accepts a pushed request object`() async throws {
        var browser = TestBrowser(tenant)

        let pushed = try await TestClient(tenant).post("/oauth/par", ["request": object(), "state": "outside"])
        let fields = [("client_id", "jar"), ("request_uri", pushed["request_uri"] ?? "none")]
        try await browser.visit("/authorize?\(FormEncoding.encode(fields))")
        try await browser.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])

        #expect(pushed.status == 201)
        #expect(browser.query["state"] == "signed")
        #expect(try await browser.tokens().status == 200)
    }

    @Test(arguments: [("ES256", 201), ("RS256", 400)])
    func `E9 a registered algorithm is the only one of the client's request objects`(
        algorithm: String, status: Int
    ) async throws {
        let metadata: [String: Any] = [
            "application_type": "native", "token_endpoint_auth_method": "none",
            "redirect_uris": [TestBrowser.callback], "request_object_signing_alg": algorithm,
            "jwks": JSONValue.object([.init(name: "keys", value: .array(keys.published.keys.map(\.json)))]),
        ]
        var client = TestClient(tenant)
        let registered = try await client.json("POST", "/oidc/register", metadata, nil)
        client.clientID = try #require(registered["client_id"])

        let pushed = try await client.post("/oauth/par", ["request": object(client: client.clientID)])

        #expect(registered["request_object_signing_alg"] == algorithm)
        #expect(pushed.status == status)
        let named = "request_object_signing_alg of \(client.clientID) is RS256, not ES256"
        #expect(pushed["error_description"] == (status == 400 ? named : nil))
    }

    @Test func `refuses a request object beside a request URI`() async throws {
        let page = try await refusal(address(object(), ["request_uri": "urn:ietf:params:oauth:request_uri:x"]))

        #expect(page.contains("exclude each other"))
    }

    @Test func `a client that has to sign its requests cannot send plain ones`() async throws {
        let browser = TestBrowser(tenant)
        var strict = TestClient(tenant)
        strict.clientID = "strict"
        let fields = ["redirect_uri": TestBrowser.callback, "response_type": "code"]

        let page = try await refusal(browser.authorizeURL(["client_id": "strict"]))
        let pushed = try await strict.post("/oauth/par", fields)
        let signed = try await strict.post("/oauth/par", ["request": object(client: "strict")])

        #expect(page.contains("signed request object"))
        #expect(pushed["error"] == "invalid_request")
        #expect(signed.status == 201)
    }
}
