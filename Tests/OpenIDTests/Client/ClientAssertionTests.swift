import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenID
import SecretStorage
import Streams
import Testing
import TransportDoubles

/// Clients that authenticate with a signed assertion.
@Suite struct ClientAssertionTests {
    private let key: SigningKey
    private let transport = ExampleProvider.transport()

    init() throws { key = try SigningKey(generating: .es256, id: "k1") }

    private func client(_ authentication: ClientAuthentication? = nil) throws -> OpenIDClient {
        try ExampleProvider.client(transport, authentication: authentication ?? .privateKeyJWT(key))
    }

    private func assertions() throws -> [String] {
        try transport.requests.map { try #require(try $0.form["client_assertion"]) }
    }

    @Test func `RFC 7523 §3 each request that authenticates the client has an assertion for the issuer`() async throws {
        let client = try client()

        _ = try await client.clientCredentials().start()
        _ = try await client.introspect("t").start()
        try await client.revoke("t").start()
        _ = try await client.deviceAuthorization().start()
        _ = try await client.begin(client.login().redirectURI("https://app.example.com/").pushing()).start()

        #expect(transport.requests.map(\.url.path) == ["/token", "/introspect", "/revoke", "/device", "/par"])
        for request in transport.requests {
            let form = try request.form
            let assertion = try key.verified(form["client_assertion"])
            #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            #expect(form["client_id"] == "the-client")
            #expect(form["client_secret"] == nil && request.fields["Authorization"] == nil)
            #expect(assertion.header["alg"] as? String == "ES256")
            #expect(assertion.header["kid"] as? String == "k1")
            #expect(assertion.header["typ"] as? String == "JWT")
            #expect(Set(assertion.body.keys) == ["iss", "sub", "aud", "jti", "iat", "exp"])
            #expect(assertion.issuer == "the-client" && assertion.subject == "the-client")
            // One string, not a list.
            #expect(assertion.body["aud"] as? String == ExampleProvider.issuer)
            #expect(assertion.identifier?.utf8.count == 43)
            let issued = try #require(assertion.issuedAt)
            #expect(assertion.expiresAt == issued.addingTimeInterval(60))
        }
    }

    @Test func `no assertion is used twice, however a request is started`() async throws {
        let request = try client().clientCredentials()

        _ = try await request.start()
        _ = try await request.start()
        for try await _ in request.publisher().values {}

        let identifiers = try assertions().map { try key.verified($0).identifier }
        #expect(identifiers.count == 3)
        #expect(Set(identifiers).count == 3)
    }

    @Test func `J20 the repetition for a nonce has an assertion of its own`() async throws {
        let transport = StubTransport { request in
            let isFirst = request.fields["DPoP"].flatMap { try? decode(jwt: $0).body["nonce"] } == nil
            let refusal = #"{"error": "use_dpop_nonce"}"#
            return .success(
                TransportResponse(
                    status: isFirst ? 400 : 200, fields: ["DPoP-Nonce": "n1"],
                    body: Array((isFirst ? refusal : #"{"access_token": "AT", "token_type": "DPoP"}"#).utf8)))
        }
        let client = try ExampleProvider.client(transport, authentication: .privateKeyJWT(key))
            .useDPoP(keychainIdentifier: "test", store: MemoryStore())

        _ = try await client.clientCredentials(scope: "read").start()

        let forms = try transport.requests.map { try $0.form }
        #expect(forms.count == 2)
        #expect(forms.map { $0["scope"] } == ["read", "read"])
        #expect(forms[0]["client_assertion"] != forms[1]["client_assertion"])
        #expect(
            try key.verified(forms[0]["client_assertion"]).identifier
                != key.verified(forms[1]["client_assertion"]).identifier)
    }

    @Test
    func `RFC 9449 §4.2 a proof at the token endpoint is bound to no access token, whatever authenticates the client`()
        async throws
    {
        let transport = StubTransport(body: #"{"access_token": "AT", "token_type": "DPoP"}"#)
        let client = try ExampleProvider.client(transport, authentication: .secretBasic("secret"))
            .useDPoP(keychainIdentifier: "test", store: MemoryStore())

        _ = try await client.clientCredentials().start()

        let request = try #require(transport.requests.first)
        #expect(request.fields["Authorization"]?.hasPrefix("Basic ") == true)
        #expect(try decode(jwt: #require(request.fields["DPoP"])).body["ath"] == nil)
    }

    @Test func `OpenID Connect Core §9 the secret signs, and is not sent`() async throws {
        let secret = "a-secret-that-is-long-enough-for-HS256"
        let client = try client(.secretJWT(secret))

        _ = try await client.clientCredentials().start()

        let keys = try KeyRing([VerificationKey(secret: SecretBytes(Array(secret.utf8)), algorithm: .hs256)])
        let assertion = try keys.verifiedToken(try #require(try assertions().first))
        #expect(assertion.header["alg"] as? String == "HS256")
        #expect(assertion.header["kid"] == nil)
        #expect(assertion.body["aud"] as? String == ExampleProvider.issuer)
        #expect(!String(decoding: try #require(transport.requests.first).body, as: UTF8.self).contains(secret))
    }

    @Test func `a secret that is shorter than the hash is refused`() {
        #expect(throws: JOSEError(.keyRefused)) { try ClientAuthentication.secretJWT("short") }
        #expect(throws: JOSEError(.keyRefused)) {
            try ClientAuthentication.secretJWT(String(repeating: "x", count: 63), algorithm: .hs512)
        }
        #expect(throws: JOSEError(.algorithmNotAllowed)) {
            try ClientAuthentication.secretJWT(String(repeating: "x", count: 64), algorithm: .es256)
        }
    }

    @Test func `audience and type are the program's, if it sets them`() async throws {
        let audience = "https://op.example.com/token"
        let client = try client(.privateKeyJWT(key, audience: audience, type: "client-authentication+jwt"))

        _ = try await client.clientCredentials().start()

        let assertion = try key.verified(try assertions().first)
        #expect(assertion.body["aud"] as? String == audience)
        #expect(assertion.header["typ"] as? String == "client-authentication+jwt")
    }

    @Test func `no parameter replaces the assertion`() async throws {
        let request = try client().clientCredentials().parameters([
            "client_assertion": "mine", "client_assertion_type": "mine",
        ])

        _ = try await request.start()

        #expect(try key.verified(try assertions().first).issuer == "the-client")
        #expect(try !transport.requests[0].form.values.contains("mine"))
    }

    @Test func `L1 nothing that describes or logs a client shows a key or an assertion`() async throws {
        let secret = "a-secret-that-is-long-enough-for-HS256"
        let recorder = LogRecorder()
        var client = try client(.secretJWT(secret))
        client.logger = recorder
        _ = try await client.clientCredentials().start()
        let assertion = try #require(try assertions().first)
        var text = "\(client) \(client.authentication) \(ClientAuthentication.privateKeyJWT(key))"
        dump(client, to: &text)
        dump(ClientAuthentication.privateKeyJWT(key), to: &text)
        for line in await recorder.next(2) { text += line }

        #expect(!text.contains(secret) && !text.contains(assertion))
        #expect(text.contains("client_secret_jwt") && text.contains("private_key_jwt"))
    }

    @Test func `two values are equal if one is a copy of the other`() throws {
        let first = ClientAuthentication.privateKeyJWT(key)
        let copy = first

        #expect(first == copy)
        #expect(Set([first, copy]).count == 1)
        #expect(first != ClientAuthentication.privateKeyJWT(key))
        #expect(first != .none)
    }

    @Test(
        arguments: [
            ("none", "s", "none"), (nil, nil, "none"), (nil, "s", "client_secret_basic"),
            ("client_secret_basic", "s", "client_secret_basic"), ("client_secret_post", "s", "client_secret_post"),
            ("client_secret_jwt", String(repeating: "s", count: 32), "client_secret_jwt"),
            ("tls_client_auth", nil, "tls_client_auth"), ("self_signed_tls_client_auth", nil, "tls_client_auth"),
        ] as [(String?, String?, String)])
    func `a registered client authenticates as it is registered`(
        method: String?, secret: String?, name: String
    ) async throws {
        let registration = try await registration(method, secret)

        #expect(registration.authentication.description == name)
    }

    @Test(
        arguments: [
            ("private_key_jwt", nil), ("private_key_jwt", "s"), ("client_secret_jwt", "short"),
            ("client_secret_jwt", nil), ("client_secret_basic", nil), ("attest_jwt_client_auth", "s"),
        ] as [(String, String?)])
    func `a registration that lacks what its method needs fails before anything is sent`(
        method: String, secret: String?
    ) async throws {
        let registration = try await registration(method, secret)
        let client = OpenIDProvider(try ExampleProvider.metadata(), session: transport).client(registration)

        let error = await #expect(throws: OpenIDError.self) { _ = try await client.clientCredentials().start() }

        #expect(error?.code == .argumentInvalid)
        #expect("\(error as Any)".contains(method))
        #expect(transport.requests.isEmpty)
    }

    private func registration(_ method: String?, _ secret: String?) async throws -> ClientRegistration {
        let members: [(name: String, value: String?)] = [
            ("client_id", "new"), ("token_endpoint_auth_method", method), ("client_secret", secret),
        ]
        let body = members.compactMap { name, value in value.map { "\"\(name)\": \"\($0)\"" } }.joined(separator: ", ")
        var metadata = try ExampleProvider.metadata()
        metadata.registrationEndpoint = try HTTPURL("https://op.example.com/register")
        return try await OpenIDProvider(metadata, session: StubTransport(status: 201, body: "{\(body)}"))
            .register(ClientMetadata()).start()
    }
}
