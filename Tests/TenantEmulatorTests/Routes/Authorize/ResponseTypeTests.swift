import ByteEncodings
import OpenSSLCryptography
import TenantEmulator
import Testing

/// Responses with an ID token, which express-openid-connect and other middleware ask for by default.
@Suite struct ResponseTypeTests {
    private static let client = "emulatorWeb000000000000000000001"
    private static let callback = "http://localhost:3000/callback"

    let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start() }

    /// The request of a web application that has no code challenge.
    private func request(_ change: [String: String?]) -> [String: String?] {
        let own: [String: String?] = [
            "client_id": Self.client, "redirect_uri": Self.callback, "response_type": "id_token",
            "response_mode": "form_post", "code_challenge": nil, "code_challenge_method": nil,
        ]
        return own.merging(change) { $1 }
    }

    /// The fields of a fragment.
    private func fragment(_ browser: TestBrowser) throws -> [String: String] {
        let parts = browser.address.split(separator: "#", maxSplits: 1)
        let fields = try FormEncoding.decode(parts.count == 2 ? String(parts[1]) : "")
        return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }

    @Test func `E2 express-openid-connect by its README: an ID token by form_post, with the nonce`() async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", request([:]))
        let fields = try browser.fill(Self.callback, [:])

        #expect(fields["state"] == "s-1" && fields["code"] == nil && fields["access_token"] == nil)
        let claims = claims(of: fields["id_token"])
        #expect(claims?["nonce"]?.string == "n-1" && claims?["aud"]?.string == Self.client)
        #expect(claims?["email"]?.string == "john@example.com")
        #expect(claims?["c_hash"] == nil && claims?["at_hash"] == nil)
        let user = try await ManagementClient(tenant).get("/users/auth0%7C000000000000000000000001")
        #expect(user.json?["logins_count"]?.integer == 1 && user["last_login"] != nil)
    }

    @Test(arguments: ["code id_token", "id_token code"])
    func `E2 a code and an ID token with its hash, in the fragment by default`(type: String) async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", ["response_type": type])
        let fields = try fragment(browser)

        let code = try #require(fields["code"])
        let digest = HashAlgorithm.sha256.digest(of: Array(code.utf8))
        #expect(claims(of: fields["id_token"])?["c_hash"]?.string == Base64URL.encode(Array(digest.prefix(16))))
        #expect(fields["state"] == "s-1" && fields["iss"] == tenant.issuer)
        let form = [
            "grant_type": "authorization_code", "code": code, "code_verifier": TestBrowser.verifier,
            "redirect_uri": TestBrowser.callback, "client_id": tenant.clientID,
        ]
        let response = try await TestClient(tenant).tokens(form)
        #expect(response.status == 200)
        #expect(claims(of: response["id_token"])?["sub"] == claims(of: fields["id_token"])?["sub"])
    }

    @Test func `E2 a code is sent in the fragment, if that is requested`() async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", ["response_mode": "fragment"])

        #expect(browser.address.hasPrefix(TestBrowser.callback + "#code="))
    }

    @Test(
        arguments: [
            (["response_type": "token"], "unsupported_response_type", "access tokens are not sent"),
            (["response_type": "token id_token"], "unsupported_response_type", "access tokens are not sent"),
            (["response_type": "code id_token token"], "unsupported_response_type", "access tokens are not sent"),
            (["response_type": "id_token", "nonce": nil], "invalid_request", "nonce"),
            (["response_type": "id_token", "nonce": ""], "invalid_request", "nonce"),
            (["response_type": "code id_token", "nonce": nil], "invalid_request", "nonce"),
            (["response_type": "id_token", "response_mode": "query"], "invalid_request", "response_mode"),
            (
                ["response_type": "code id_token", "code_challenge": nil, "code_challenge_method": nil],
                "invalid_request", "code_challenge"
            ),
            (["response_type": "id_token", "scope": "email"], "invalid_request", "openid"),
            (
                ["response_type": "id_token", "client_id": "emulatorLimited000000000000000001"], "unauthorized_client",
                "implicit"
            ),
        ] as [([String: String?], String, String)])
    func `E2 refuses the rest with the reason, in the fragment`(
        change: [String: String?], error: String, text: String
    ) async throws {
        let browser = try await TestBrowser(tenant, request: change)
        let fields = try fragment(browser)

        #expect(browser.page == nil)
        #expect(fields["error"] == error && fields["state"] == "s-1")
        #expect(fields["error_description"]?.contains(text) == true)
        #expect(fields["id_token"] == nil && fields["code"] == nil)
    }

    @Test func `E2 the metadata list what is supported`() async throws {
        let document = try await TestClient(tenant).get("/.well-known/openid-configuration").json

        #expect(
            document?["response_types_supported"]
                == .array(["code", "id_token", "code id_token"].map(JSONValue.string)))
        let modes = document?["response_modes_supported"]?.elements?.compactMap(\.string) ?? []
        #expect(Set(modes).isSuperset(of: ["query", "fragment", "form_post"]))
    }
}
