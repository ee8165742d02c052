import ByteEncodings
import Foundation
import JOSE
import OpenSSLCryptography
import TenantEmulator
import Testing

@Suite struct ClientAuthenticationTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let key: SigningKey
    static let server = "emulatorServer0000000000000000001"
    static let secret = "a-secret-that-only-the-server-knows-2026"

    init() throws {
        let pair = try PrivateKey(generating: .ellipticCurve(.p256))
        key = try SigningKey(pair, algorithm: .es256, id: "k1")
        guard case .ellipticCurve(_, let x, let y) = pair.publicKey.components else { preconditionFailure("a curve") }
        let (textX, textY) = (Base64URL.encode(x), Base64URL.encode(y))
        let seed = try TenantSeed(
            json: Array(
                """
                {"clients": [
                   {"client_id": "app"},
                   {"client_id": "\(Self.server)", "client_secret": "\(Self.secret)"},
                   {"client_id": "in header", "client_secret": "a b&c+d",
                    "token_endpoint_auth_method": "client_secret_basic"},
                   {"client_id": "by key", "jwks": {"keys": [
                     {"kty": "EC", "crv": "P-256", "kid": "k1", "x": "\(textX)", "y": "\(textY)"}]}}],
                 "apis": [{"audience": "https://api.example.com/", "scopes": ["read:todos", "write:todos"]}]}
                """.utf8))
        tenant = try .withStoppedClock { $0.seed = seed }
    }

    private func tokens(_ form: String, authorization: String? = nil) async throws -> TestResponse {
        var headers = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Authorization"] = authorization
        let body = "grant_type=client_credentials&audience=https%3A%2F%2Fapi.example.com%2F&" + form
        return try await client.send("POST", "/oauth/token", headers: headers, body: Array(body.utf8))
    }

    private func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }

    @Test func `accepts a secret in the body or in the header`() async throws {
        let body = try await tokens("client_id=\(Self.server)&client_secret=\(Self.secret)")
        let header = try await tokens("", authorization: basic("\(Self.server):\(Self.secret)"))
        let encoded = try await tokens("", authorization: basic("in+header:a+b%26c%2Bd"))

        #expect([body, header, encoded].map(\.status) == [200, 200, 200])
        #expect(claims(of: header["access_token"])?["sub"]?.string == "\(Self.server)@clients")
        #expect(claims(of: header["access_token"])?["gty"]?.string == "client-credentials")
        #expect(header["scope"] == "read:todos write:todos")
        #expect(header["id_token"] == nil)
        #expect(header["refresh_token"] == nil)
    }

    @Test(arguments: [
        ("client_id=\(server)", nil), ("client_id=\(server)&client_secret=wrong", nil),
        ("", "\(server):wrong"), ("", "nobody:\(secret)"), ("client_id=app", "\(server):\(secret)"),
        ("client_id=in+header&client_secret=a+b%26c%2Bd", nil), ("client_id=by+key", nil),
        ("client_id=by+key&client_secret=x", nil), ("client_id=app&client_secret=x", nil), ("", "app:x"),
    ])
    func `E2 refuses another method of client authentication`(
        form: String, credentials: String?
    ) async throws {
        let response = try await tokens(form, authorization: credentials.map(basic))

        #expect(response.status == 401)
        #expect(response["error"] == "access_denied")
    }

    @Test func `refuses two methods at once, and a malformed header`() async throws {
        let both = try await tokens(
            "client_id=\(Self.server)&client_secret=\(Self.secret)",
            authorization: basic("\(Self.server):\(Self.secret)"))
        let broken = try await tokens("", authorization: "Basic !!!")

        #expect(both["error"] == "invalid_request")
        #expect(broken["error"] == "invalid_request")
    }

    private func assertion(_ change: [String: Any] = [:], key: SigningKey? = nil) throws -> String {
        let claims: [String: Any] = [
            "iss": "by key", "sub": "by key", "aud": tenant.issuer, "jti": UUID().uuidString,
            "exp": Int(Date().timeIntervalSince1970) + 60,
        ]
        var writer = JSONWriter()
        writer.write(try JSONValue(freeForm: claims.merging(change) { $1 }))
        return try (key ?? self.key).sign(writer.bytes)
    }

    private func tokens(assertion: String) async throws -> TestResponse {
        let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        return try await tokens(
            "client_assertion=\(assertion)&client_assertion_type=\(PercentEncoding.encode(type))")
    }

    @Test func `accepts an assertion of the client's key once`() async throws {
        let assertion = try assertion()

        let first = try await tokens(assertion: assertion)
        let again = try await tokens(assertion: assertion)
        let atEndpoint = try await tokens(assertion: self.assertion(["aud": tenant.issuer + "oauth/token"]))

        #expect(first.status == 200)
        #expect(again.status == 401)
        #expect(again["error"] == "invalid_client")
        #expect(atEndpoint.status == 200)
    }

    @Test(arguments: [
        #"{"iss": "app"}"#, #"{"aud": "https://evil.example/"}"#, #"{"exp": 1}"#, #"{"exp": 9999999999}"#,
        #"{"exp": null}"#, #"{"jti": 1}"#,
    ])
    func `E2 refuses an assertion with a defect`(change: String) async throws {
        let response = try await tokens(assertion: assertion(members(change)))

        #expect(response["error"] == "invalid_client")
    }

    @Test func `E2 refuses an assertion of another key`() async throws {
        let other = try SigningKey(PrivateKey(generating: .ellipticCurve(.p256)), algorithm: .es256, id: "k1")

        let response = try await tokens(assertion: assertion(key: other))

        #expect(response["error"] == "invalid_client")
    }

    @Test func `refuses client credentials of a public client`() async throws {
        let response = try await tokens("client_id=app")

        #expect(response["error"] == "unauthorized_client")
    }

    @Test(arguments: [
        ["redirect_uri": "http://127.0.0.1:80/other"], ["redirect_uri": "https://evil.example/callback"],
        ["redirect_uri": "http://127.0.0.1:x/callback"], ["redirect_uri": "com.example.demo://callback/x"],
        ["code_challenge": "short"], ["client_id": "emulatorServer0000000000000000001"],
    ])
    func `E2 issues codes only for registered redirect URIs and valid challenges`(change: [String: String]) throws {
        let tenant = try EmulatedTenant.start()
        func issue(_ members: [String: String]) throws {
            _ = try tenant.issueAuthorizationCode(
                for: "john@example.com", codeChallenge: members["code_challenge"] ?? TestBrowser.challenge,
                redirectURI: members["redirect_uri"] ?? "http://127.0.0.1:8489/callback",
                clientID: members["client_id"])
        }

        #expect(throws: EmulatorError.self) { try issue(change) }
        #expect(throws: Never.self) { try issue([:]) }
    }

    @Test(arguments: ["", "wrong"])
    func `E10 an empty secret in the body of a client without one is none`(secret: String) async throws {
        let body = ["client_id": "app", "client_secret": secret, "grant_type": "refresh_token", "refresh_token": "x"]

        let response = try await client.tokens(body)

        #expect(response["error"] == (secret.isEmpty ? "invalid_grant" : "access_denied"))
    }
}
