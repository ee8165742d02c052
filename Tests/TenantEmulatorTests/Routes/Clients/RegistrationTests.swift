import ByteEncodings
import TenantEmulator
import Testing

@Suite struct RegistrationTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    private static let native: [String: any Sendable] = [
        "application_type": "native", "client_name": "A terminal", "token_endpoint_auth_method": "none",
        "redirect_uris": ["http://127.0.0.1/callback", "com.example.app:/callback"],
        "post_logout_redirect_uris": ["http://[::1]:4000/bye"],
        "grant_types": ["authorization_code", "refresh_token"],
    ]

    init() throws { tenant = try .withStoppedClock() }

    private func register(_ change: [String: any Sendable] = [:], leavingOut names: [String] = []) async throws
        -> TestResponse
    {
        let members = Self.native.merging(change) { $1 }.filter { !names.contains($0.key) }
        return try await client.json("POST", "/oidc/register", members, nil)
    }

    @Test func `returns a client ID, no secret, and the registered metadata`() async throws {
        let response = try await register()

        #expect(response.status == 201)
        #expect(response.header("cache-control") == "no-store")
        #expect(response["client_id"]?.isEmpty == false)
        #expect(response["client_secret"] == nil)
        #expect(response.json?["client_secret_expires_at"] == nil)
        #expect(response["client_name"] == "A terminal")
        #expect(response["application_type"] == "native")
        #expect(response.json?["redirect_uris"]?.elements?.map(\.string).count == 2)
        #expect(response.json?["response_types"]?.elements?.map(\.string) == ["code"])
        #expect(response["registration_client_uri"] == "\(tenant.issuer)oidc/register/\(response["client_id"] ?? "")")
    }

    @Test func `a registered client logs in at any port after consent, and logs out`() async throws {
        let id = try #require(try await register()["client_id"])
        var browser = TestBrowser(tenant)

        try await browser.logIn(["client_id": id, "scope": "openid offline_access"])
        try await browser.submit("/u/consent", ["action": "accept"])
        let tokens = try await browser.tokens(clientID: id)
        let fields = FormEncoding.encode([
            ("id_token_hint", tokens["id_token"] ?? ""), ("post_logout_redirect_uri", "http://[::1]:9/bye"),
        ])
        try await browser.visit("/oidc/logout?\(fields)")

        #expect(claims(of: tokens["id_token"])?["aud"]?.string == id)
        #expect(tokens["refresh_token"] != nil)
        #expect(browser.address == "http://[::1]:9/bye")
    }

    @Test func `issues a secret by default, and no refresh token without that grant`() async throws {
        let web = try await register(
            ["redirect_uris": ["https://app.example.com/callback"]],
            leavingOut: [
                "application_type", "token_endpoint_auth_method", "grant_types", "post_logout_redirect_uris",
            ])
        let code = try tenant.issueAuthorizationCode(
            for: "john@example.com", codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            redirectURI: "https://app.example.com/callback", scope: "openid offline_access",
            clientID: web["client_id"])
        let form = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": "https://app.example.com/callback",
            "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        ]
        let secrets = ["client_id": web["client_id"] ?? "", "client_secret": web["client_secret"] ?? ""]

        let inBody = try await client.tokens(form.merging(secrets) { $1 })
        let inHeader = try await exchange(form, "\(web["client_id"] ?? ""):\(web["client_secret"] ?? "")")

        #expect(web["token_endpoint_auth_method"] == "client_secret_basic")
        #expect(web.json?["client_secret_expires_at"]?.integer == 0)
        #expect(web["application_type"] == "web")
        #expect([inBody, inHeader].map(\.status) == [401, 200])
        #expect(inHeader["scope"] == "openid offline_access")
        #expect(inHeader["refresh_token"] == nil)
    }

    private func exchange(_ form: [String: String], _ credentials: String) async throws -> TestResponse {
        try await client.send(
            "POST", "/oauth/token",
            headers: [
                "Content-Type": "application/x-www-form-urlencoded", "Authorization": "Basic \(base64(credentials))",
            ], body: Array(FormEncoding.encode(form.map { (name: $0.key, value: $0.value) }).utf8))
    }

    private func base64(_ text: String) -> String {
        let encoded = Base64URL.encode(Array(text.utf8)).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return String(encoded) + String(repeating: "=", count: (4 - encoded.count % 4) % 4)
    }

    @Test(arguments: [
        ["http://app.example.com/callback"], ["javascript:alert(1)"], ["data:text/html,x"], ["myapp://callback"],
        ["http://127.0.0.1/callback#part"], ["http://127.0.0.1@evil.example/"], ["http://[::1].evil.example/"],
        ["http://127.0.0.1:+80/callback"], ["http://[::1]:-0/"],
        ["http://localhost.evil.example/"], ["http:///callback"], ["/callback"], ["com.example.app:/a b"], [""], [],
    ])
    func `A13 refuses redirect URIs that a native client may not have`(uris: [String]) async throws {
        #expect(try await register(["redirect_uris": uris])["error"] == "invalid_redirect_uri")
    }

    @Test(arguments: [
        "http://127.0.0.1:5555/callback", "http://localhost/callback", "https://app.example.com/callback",
    ])
    func `accepts redirect URIs of a web client on loopback`(uri: String) async throws {
        let response = try await register([
            "application_type": "web", "redirect_uris": [uri], "post_logout_redirect_uris": [String](),
        ])

        #expect(response.status == 201)
    }

    @Test(arguments: ["http://app.example.com/callback", "http://localhost.evil.example/", "com.example.app:/callback"])
    func `refuses redirect URIs that a web client may not have`(uri: String) async throws {
        let response = try await register([
            "application_type": "web", "redirect_uris": [uri], "post_logout_redirect_uris": [String](),
        ])

        #expect(response.status == 400)
        #expect(response["error"] == "invalid_redirect_uri")
        #expect(response["error_description"] == "\(uri): https, or http on 127.0.0.1, [::1], localhost")
    }

    @Test(
        arguments: [
            ["redirect_uris": "http://127.0.0.1/"], ["redirect_uris": [1]], ["post_logout_redirect_uris": ["x"]],
        ] as [[String: any Sendable]])
    func `refuses malformed redirect URIs`(change: [String: any Sendable]) async throws {
        #expect(try await register(change)["error"] == "invalid_redirect_uri")
    }

    @Test(
        arguments: [
            ["grant_types": ["implicit"]], ["grant_types": "authorization_code"], ["response_types": ["token"]],
            ["token_endpoint_auth_method": "private_key_jwt"],
            ["application_type": "desktop"], ["id_token_signed_response_alg": "none"],
            ["id_token_signed_response_alg": "HS256"], ["userinfo_signed_response_alg": "none"],
            ["grant_types": ["client_credentials"], "response_types": [String]()],
            ["jwks": ["keys": [1]]], ["jwks_uri": "https://app.example.com/jwks.json"],
            ["dpop_bound_access_tokens": "yes"], ["initiate_login_uri": "javascript:x"],
            ["initiate_login_uri": "http://app.example.com/"], ["initiate_login_uri": "https://app.example.com/#a"],
        ] as [[String: any Sendable]])
    func `refuses unsupported metadata`(change: [String: any Sendable]) async throws {
        let response = try await register(change)

        #expect(response.status == 400)
        #expect(response["error"] == "invalid_client_metadata")
    }

    @Test(arguments: [["code"], ["code", "id_token"], ["code id_token"]])
    func `E2 registers a client of the implicit grant, which receives ID tokens`(types: [String]) async throws {
        let response = try await register([
            "grant_types": ["authorization_code", "implicit"], "response_types": types,
        ])
        let id = try #require(response["client_id"])
        let shown = try await client.get("/oidc/register/\(id)", token: response["registration_access_token"])
        let plain = try #require(try await register()["client_id"])

        #expect(response.status == 201)
        #expect(shown.json?["response_types"]?.elements?.map(\.string) == types)
        #expect(try await idTokenError(id) == "login_required")
        #expect(try await idTokenError(plain) == "unauthorized_client")
    }

    private func idTokenError(_ id: String) async throws -> String? {
        let query = FormEncoding.encode([
            ("client_id", id), ("response_type", "id_token"), ("redirect_uri", "http://127.0.0.1/callback"),
            ("nonce", "n"), ("scope", "openid"), ("prompt", "none"),
        ])
        let location = try await client.get("/authorize?\(query)").header("location") ?? ""
        let fields = try FormEncoding.decode(String(location.drop { $0 != "#" }.dropFirst()))
        return fields.first { $0.name == "error" }?.value
    }

    @Test(
        arguments: [
            ["grant_types": ["implicit"], "response_types": ["code"]],
            ["grant_types": ["implicit"], "response_types": [String]()],
            ["grant_types": ["authorization_code"], "response_types": ["id_token"]],
            ["grant_types": ["authorization_code", "implicit"], "response_types": ["id_token"]],
            ["grant_types": ["authorization_code", "implicit"], "response_types": ["token"]],
            ["grant_types": ["implicit"], "response_types": ["id_token"], "redirect_uris": [String]()],
        ] as [[String: any Sendable]])
    func `E9 grant types and response types that disagree are refused`(change: [String: any Sendable]) async throws {
        #expect(try await register(change).status == 400)
    }

    @Test func `ignores unknown metadata, and requires JSON`() async throws {
        let unknown = try await register(["colour": "red"])
        let form = try await client.send(
            "POST", "/oidc/register", headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array("redirect_uris=x".utf8))

        #expect(unknown.status == 201 && unknown["colour"] == nil)
        #expect(form["error"] == "invalid_client_metadata")
    }

    @Test func `E9 all registered metadata are returned, and an address of keys is refused with the reason`()
        async throws
    {
        let described = try await register([
            "software_id": "4NRB1-0XZABZI9E6-5SM3R", "tos_uri": "https://a.example/", "scope": "openid email",
            "contacts": ["a@b.example"],
        ])
        let remote = try await register(["jwks_uri": "https://a.example/keys"])

        #expect(described.status == 201 && described["software_id"] == "4NRB1-0XZABZI9E6-5SM3R")
        #expect(described["scope"] == "openid email" && described["tos_uri"] == "https://a.example/")
        #expect(described.json?["contacts"]?.list == [.string("a@b.example")])
        #expect(remote.status == 400 && remote["error"] == "invalid_client_metadata")
        #expect(remote["error_description"]?.contains("send the keys as jwks") == true)
    }

    @Test(
        arguments: [
            ["subject_type": "pairwise"], ["sector_identifier_uri": "https://a.example/"],
            ["request_uris": ["https://a.example/request"]], ["default_max_age": "60"],
            ["id_token_encrypted_response_alg": "RSA-OAEP-256"], ["userinfo_encrypted_response_enc": "A256GCM"],
            ["authorization_encrypted_response_alg": "RSA-OAEP-256"], ["authorization_signed_response_alg": "RS256"],
            ["introspection_signed_response_alg": "RS256"], ["request_object_encryption_alg": "RSA-OAEP-256"],
            ["tls_client_certificate_bound_access_tokens": true], ["default_acr_values": ["urn:a"]],
            ["frontchannel_logout_uri": "https://a.example/logout"], ["subject_type": 1],
            ["request_object_signing_alg": "none"], ["token_endpoint_auth_signing_alg": "none"],
        ] as [[String: any Sendable]])
    func `E9 metadata that the emulator cannot honour are refused by name, with the reason`(
        change: [String: any Sendable]
    ) async throws {
        let response = try await register(change)
        let name = try #require(change.keys.first)

        #expect(response.status == 400 && response["error"] == "invalid_client_metadata")
        #expect(response["error_description"]?.hasPrefix("\(name): ") == true)
    }

    @Test func `E9 metadata that ask for what each client has are accepted and returned`() async throws {
        let asked: [String: JSONValue] = [
            "subject_type": .string("public"), "tls_client_certificate_bound_access_tokens": .boolean(false),
            "request_uris": .array([]), "default_acr_values": .array([]), "require_auth_time": .boolean(true),
            "backchannel_logout_session_required": .boolean(true), "default_max_age": .integer(86_400),
            "token_endpoint_auth_signing_alg": .string("HS256"),
        ]
        let unset: [String: JSONValue] = [
            "jwks_uri": .null, "frontchannel_logout_uri": .string(""), "id_token_encrypted_response_alg": .null,
        ]

        let flag = ["dpop_bound_access_tokens": JSONValue.null]
        let response = try await register(asked.merging(unset) { $1 }.merging(flag) { $1 })

        #expect(response.status == 201)
        for name in unset.keys { #expect(response.json?[name] == nil, "\(name)") }
        for (name, value) in asked {
            #expect(response.json?[name] == value, "\(name)")
        }
    }

    @Test func `returns a registration for its access token, and removes it with its tokens`() async throws {
        let response = try await register()
        let id = try #require(response["client_id"])
        let token = response["registration_access_token"]
        let code = try tenant.issueAuthorizationCode(
            for: "john@example.com", codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            redirectURI: "http://127.0.0.1/callback", scope: "openid offline_access", clientID: id)
        var own = client
        own.clientID = id
        let tokens = try await own.tokens([
            "grant_type": "authorization_code", "code": code, "redirect_uri": "http://127.0.0.1/callback",
            "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        ])

        let shown = try await client.get("/oidc/register/\(id)", token: token)
        let foreign = try await client.get("/oidc/register/\(id)", token: tokens["access_token"])
        let removed = try await client.send("DELETE", "/oidc/register/\(id)", token: token)
        let gone = try await client.get("/oidc/register/\(id)", token: token)

        #expect(shown.body == response.body)
        #expect([foreign.status, removed.status, gone.status] == [401, 204, 401])
        #expect(gone.header("www-authenticate")?.contains("invalid_token") == true)
        #expect(tokens["refresh_token"] != nil)
        #expect(try await own.renew(tokens["refresh_token"]).status == 401)
    }
}
