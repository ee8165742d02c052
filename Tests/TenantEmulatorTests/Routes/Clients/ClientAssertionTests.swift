import ByteEncodings
import Foundation
import JOSE
import OpenSSLCryptography
import TenantEmulator
import Testing

@Suite struct ClientAssertionTests {
    private static let secret = "a-secret-of-more-than-thirty-two-bytes"
    private let tenant: EmulatedTenant
    private let keys: TestKeyPair
    private let secretKey: SigningKey

    init() throws {
        keys = try TestKeyPair()
        secretKey = try SigningKey(secret: SecretBytes(Array(Self.secret.utf8)), algorithm: .hs256)
        let seed = TenantSeed(
            clients: [
                .init(id: "by key", keys: keys.published),
                .init(id: "by secret", secret: Self.secret, authentication: .secretJWT),
            ], apis: [.init(audience: "https://api.example.com/", scopes: ["read:todos"])])
        tenant = try .withStoppedClock { $0.seed = seed }
    }

    private func assertion(
        _ client: String, by key: SigningKey, _ change: String = "{}", type: String? = nil
    ) throws -> String {
        let claims: [String: Any] = [
            "iss": client, "sub": client, "aud": tenant.issuer, "jti": UUID().uuidString,
            "exp": Int(tenant.clock.now.timeIntervalSince1970) + 60,
        ]
        return try key.sign(claims, changed: change, type: type)
    }

    private func tokens(_ assertion: String, _ more: [String: String] = [:]) async throws -> TestResponse {
        let members = [
            "grant_type": "client_credentials", "audience": "https://api.example.com/", "client_assertion": assertion,
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        ]
        return try await TestClient(tenant).json("POST", "/oauth/token", members.merging(more) { $1 }, nil)
    }

    @Test func `accepts an assertion signed with the client secret once`() async throws {
        let assertion = try assertion("by secret", by: secretKey)

        let first = try await tokens(assertion)
        let again = try await tokens(assertion)

        #expect(first.status == 200)
        #expect(claims(of: first["access_token"])?["sub"]?.string == "by secret@clients")
        #expect(again.status == 401)
        #expect(again["error"] == "invalid_client")
    }

    @Test(arguments: [nil, "JWT", "client-authentication+jwt"])
    func `accepts an assertion for the endpoint with an explicit type`(type: String?) async throws {
        let change = #"{"aud": ["https://other.example/", "\#(tenant.domain)/oauth/token"], "nbf": 1}"#

        let response = try await tokens(assertion("by key", by: keys.key, change, type: type))

        #expect(response.status == 200)
    }

    @Test(arguments: [
        #"{"iss": "by key"}"#, #"{"aud": "https://evil.example/"}"#, #"{"aud": null}"#, #"{"exp": 1}"#,
        #"{"exp": 9999999999}"#, #"{"exp": null}"#, #"{"jti": null}"#, #"{"nbf": 9999999999}"#, #"{"nbf": "now"}"#,
    ])
    func `E2 refuses an assertion of the secret with a defect`(change: String) async throws {
        let response = try await tokens(assertion("by secret", by: secretKey, change))

        #expect(response.status == 401)
        #expect(response["error"] == "invalid_client")
    }

    /// See [Authenticate with Private Key
    /// JWT](https://auth0.com/docs/get-started/authentication-and-authorization-flow/authenticate-with-private-key-jwt).
    @Test(arguments: [(300, 200), (301, 401)])
    func `E9 an assertion is valid for five minutes at most`(lifetime: Int, status: Int) async throws {
        let expiry = Int(tenant.clock.now.timeIntervalSince1970) + lifetime

        let response = try await tokens(assertion("by key", by: keys.key, #"{"exp": \#(expiry)}"#))

        #expect(response.status == status)
    }

    @Test func `E2 refuses an assertion that has expired`() async throws {
        let assertion = try assertion("by key", by: keys.key)
        tenant.clock.advance(by: .seconds(60))

        let response = try await tokens(assertion)

        #expect(response["error"] == "invalid_client")
    }

    @Test func `E2 refuses an assertion signed with another secret`() async throws {
        let other = try SigningKey(secret: SecretBytes([UInt8](repeating: 7, count: 32)), algorithm: .hs256)

        let response = try await tokens(assertion("by secret", by: other))

        #expect(response["error"] == "invalid_client")
    }

    @Test func `E2 refuses a signature of the other kind of key`() async throws {
        let shared = try await tokens(assertion("by key", by: secretKey))
        let asymmetric = try await tokens(assertion("by secret", by: keys.key))

        #expect([shared["error"], asymmetric["error"]] == ["access_denied", "access_denied"])
    }

    @Test(arguments: ["oauth-authz-req+jwt", "logout+jwt", "at+jwt"])
    func `E2 refuses a token of another type as an assertion`(type: String) async throws {
        let response = try await tokens(assertion("by key", by: keys.key, type: type))

        #expect(response["error"] == "invalid_client")
    }

    @Test func `E2 refuses an assertion for another client, and the bare secret`() async throws {
        let other = try await tokens(assertion("by secret", by: secretKey), ["client_id": "by key"])
        let bare = try await TestClient(tenant).json(
            "POST", "/oauth/token",
            [
                "grant_type": "client_credentials", "audience": "https://api.example.com/", "client_id": "by secret",
                "client_secret": Self.secret,
            ], nil)

        #expect(other["error"] == "invalid_client")
        #expect(bare["error"] == "access_denied")
    }

    @Test func `registers a client that signs with its secret`() async throws {
        let registered = try await TestClient(tenant).json(
            "POST", "/oidc/register",
            ["token_endpoint_auth_method": "client_secret_jwt", "grant_types": ["client_credentials"]], nil)
        let (id, secret) = (try #require(registered["client_id"]), try #require(registered["client_secret"]))
        let key = try SigningKey(secret: SecretBytes(Array(secret.utf8)), algorithm: .hs256)

        let response = try await tokens(assertion(id, by: key))

        #expect(registered.status == 201)
        #expect(response.status == 200)
    }

    @Test(arguments: [("ES256", 200), ("RS256", 401)])
    func `E9 a registered algorithm is the only one of the client's assertions`(
        algorithm: String, status: Int
    ) async throws {
        let metadata: [String: Any] = [
            "token_endpoint_auth_method": "private_key_jwt", "token_endpoint_auth_signing_alg": algorithm,
            "grant_types": ["client_credentials"],
            "jwks": JSONValue.object([.init(name: "keys", value: .array(keys.published.keys.map(\.json)))]),
        ]
        let registered = try await TestClient(tenant).json("POST", "/oidc/register", metadata, nil)

        let response = try await tokens(assertion(#require(registered["client_id"]), by: keys.key))

        #expect(registered["token_endpoint_auth_signing_alg"] == algorithm)
        #expect(response.status == status)
        let reason = tenant.journal.last?.reason
        let isNamed = reason?.hasSuffix("is RS256, not ES256") == true
        #expect(isNamed == (status == 401) && reason?.contains("token_endpoint_auth_signing_alg") != false)
    }

    @Test func `the journal names an algorithm that no client can use`() async throws {
        let response = try await tokens(assertion("by key", by: SigningKey(generating: .es384, id: "k1")))

        #expect(response["error"] == "invalid_client")
        #expect(tenant.journal.last?.reason?.contains("ES384 is none of RS256, RS384, PS256, ES256") == true)
    }

    @Test(arguments: [
        (#"{"aud": "https://evil.example/"}"#, "aud has to be"), (#"{"exp": 1}"#, "exp has to be"),
        (#"{"jti": null}"#, "jti is missing"), (#"{"iss": "other"}"#, "iss and sub have to be by key"),
        (#"{"nbf": 9999999999}"#, "nbf is in the future"),
    ])
    func `the journal has the defect of an assertion, which the client does not learn`(
        change: String, defect: String
    ) async throws {
        let response = try await tokens(assertion("by key", by: keys.key, change))

        #expect(response["error_description"] == "Invalid client_assertion")
        #expect(tenant.journal.last?.reason?.contains(defect) == true)
    }
}
