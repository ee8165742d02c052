import ByteEncodings
import Foundation
import HTTPMessages
import OpenID
import SecretStorage
import Testing
import TransportDoubles

/// The HTTP messages, and the interpretation of responses.
@Suite struct OpenIDClientWireTests {
    private static let idToken = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9."

    private func provider(_ transport: StubTransport) throws -> OpenIDProvider {
        var metadata = ProviderMetadata(issuer: "https://op.example.com")
        metadata.tokenEndpoint = try HTTPURL("https://op.example.com/token?tenant=a")
        metadata.keySetURL = try HTTPURL("https://op.example.com/jwks")
        metadata.revocationEndpoint = try HTTPURL("https://op.example.com/revoke")
        metadata.introspectionEndpoint = try HTTPURL("https://op.example.com/introspect")
        metadata.userInfoEndpoint = try HTTPURL("https://op.example.com/userinfo")
        metadata.registrationEndpoint = try HTTPURL("https://op.example.com/register")
        metadata.deviceAuthorizationEndpoint = try HTTPURL("https://op.example.com/device")
        return OpenIDProvider(metadata, session: transport)
    }

    private func form(_ request: TransportRequest?) throws -> [String: String] {
        let body = String(decoding: request?.body ?? [], as: UTF8.self)
        return Dictionary(uniqueKeysWithValues: try FormEncoding.decode(body).map { ($0.name, $0.value) })
    }

    @Test func `a public client sends its ID in the form`() async throws {
        let transport = StubTransport(body: "")

        try await provider(transport).client(id: "a b").revoke("t&1", hint: .refreshToken).start()
        let request = try #require(transport.requests.first)

        #expect(request.method == .post)
        #expect(request.url.string == "https://op.example.com/revoke")
        #expect(request.fields["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.fields["Authorization"] == nil)
        #expect(try form(request) == ["client_id": "a b", "token": "t&1", "token_type_hint": "refresh_token"])
    }

    @Test func `client-secret-basic: ID and secret are encoded as in a form before they are joined`() async throws {
        let transport = StubTransport(body: #"{"active": false}"#)
        let client = try provider(transport).client(id: "a:b c", authentication: .secretBasic("s%/é+"))

        let introspection = try await client.introspect("t").start()
        let request = try #require(transport.requests.first)

        let value = Data("a%3Ab%20c:s%25%2F%C3%A9%2B".utf8).base64EncodedString()
        #expect(request.fields["Authorization"] == "Basic \(value)")
        #expect(try form(request) == ["token": "t"])
        #expect(!introspection.isActive)
    }

    @Test func `client-secret-post puts both into the body`() async throws {
        let transport = StubTransport(body: #"{"active": true, "sub": "1", "aud": "api", "exp": 2000000000}"#)
        let client = try provider(transport).client(id: "c", authentication: .secretPost("s"))

        let introspection = try await client.introspect("t").start()

        #expect(try form(transport.requests.first) == ["client_id": "c", "client_secret": "s", "token": "t"])
        #expect(introspection.subject == "1")
        #expect(introspection.audience == ["api"])
        #expect(introspection.expiresAt == Date(timeIntervalSince1970: 2_000_000_000))
    }

    @Test func `a renewal without a refresh token causes no request`() async throws {
        let transport = StubTransport(body: "")
        let client = try provider(transport).client(id: "c")

        let error = await #expect(throws: OpenIDError.self) { try await client.renew(Credentials()).start() }

        #expect(error?.code == .argumentInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test func `an empty token is neither revoked nor looked up`() async throws {
        let transport = StubTransport(body: #"{"active": true}"#)
        let client = try provider(transport).client(id: "c", authentication: .secretPost("s"))

        let revocation = await client.revoke("", hint: .refreshToken).result()
        let introspection = await client.introspect("").result()

        for error in [revocation.failure, introspection.failure] {
            #expect(error?.code == .argumentInvalid && error?.advice.contains("offline_access") == true)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: ["not a token", "a.b.c", "eyJhbGciOiJub25lIn0.W10."])
    func `J17 a renewal whose ID token cannot be decoded causes no request`(idToken: String) async throws {
        let transport = StubTransport(body: #"{"access_token": "new", "token_type": "bearer"}"#)
        let old = Credentials(accessToken: "old", idToken: idToken, refreshToken: "r")

        let error = await #expect(throws: OpenIDError.self) {
            try await provider(transport).client(id: "c").renew(old).start()
        }

        #expect(error?.code == .argumentInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test func `a renewal keeps the tokens that the response lacks`() async throws {
        let transport = StubTransport(body: #"{"access_token": "new", "token_type": "bearer", "expires_in": 60}"#)
        let old = Credentials(
            accessToken: "old", tokenType: "Bearer", idToken: Self.idToken, refreshToken: "r", scope: "s")

        let new = try await provider(transport).client(id: "c").renew(old, scope: "openid").start()

        #expect(new.accessToken == "new")
        #expect(new.refreshToken == "r")
        #expect(new.idToken == Self.idToken)
        // RFC 6749 §5.1: a response without a scope has granted the requested one.
        #expect(new.scope == "openid")
        #expect(try await provider(transport).client(id: "c").renew(old).start().scope == "s")
        let url = "https://op.example.com/token?tenant=a"
        #expect(transport.requests.map(\.url.string) == [url, url])
        #expect(
            try form(transport.requests.first) == [
                "grant_type": "refresh_token", "refresh_token": "r", "scope": "openid", "client_id": "c",
            ])
    }

    @Test func `a refusal has the provider's message and nothing else of the response`() async throws {
        let transport = StubTransport(
            status: 400, body: #"{"error": "invalid_grant", "error_description": "spent", "hint": "top-secret"}"#)
        let client = try provider(transport).client(id: "c")

        let error = await #expect(throws: OpenIDError.self) {
            try await client.renew(Credentials(refreshToken: "r")).start()
        }

        #expect(error?.code == .refused)
        #expect(error?.providerCode == "invalid_grant")
        #expect(error?.providerDescription == "spent")
        #expect(error?.statusCode == 400)
        #expect(error?.isRetryable == false)
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!dumped.contains("top-secret") && !"\(error as Any)".contains("top-secret"))
    }

    @Test func `registers an installed program`() async throws {
        let transport = StubTransport(
            status: 201,
            body: #"{"client_id": "new", "client_secret": "s", "client_secret_expires_at": 0, "grant_types": ["x"]}"#)
        var metadata = ClientMetadata(name: "My tool")
        metadata.additional = ["logo_uri": "https://example.com/logo.png"]

        let registration = try await provider(transport).register(metadata, initialAccessToken: "i").start()
        let request = try #require(transport.requests.first)
        let sent = try JSONValue(parsing: request.body)

        #expect(request.fields["Authorization"] == "Bearer i")
        #expect(request.fields["Content-Type"] == "application/json")
        #expect(sent["application_type"] == .string("native"))
        #expect(sent["client_name"] == .string("My tool"))
        #expect(sent["token_endpoint_auth_method"] == .string("none"))
        #expect(sent["logo_uri"] == .string("https://example.com/logo.png"))
        #expect(registration.clientSecretExpiresAt == nil)
        #expect(registration["grant_types"] as? [any Sendable] != nil)
        #expect("\(registration)" == #"ClientRegistration(clientID: "new")"#)
        #expect(try provider(transport).client(registration).authentication == .secretBasic("s"))
    }

    @Test func `J18 userinfo-invalid-sub`() async throws {
        let transport = StubTransport(body: #"{"sub": "somebody-else", "name": "Mallory"}"#)
        let client = try provider(transport).client(id: "c")

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.userInfo(withAccessToken: "t", subject: "me").start()
        }
        let anybody = try await client.userInfo(withAccessToken: "t", tokenType: "DPoP", subject: nil).start()

        #expect(error?.code == .tokenInvalid)
        #expect(anybody.name == "Mallory")
        #expect(transport.requests.map { $0.fields["Authorization"] } == ["Bearer t", "DPoP t"])
    }

    @Test(arguments: ["an encrypted one", "eyJhbGciOiJub25lIn0.e30."])
    func `J18 a profile whose user cannot be compared is not requested`(idToken: String) async throws {
        let transport = StubTransport(body: #"{"sub": "me"}"#)
        let credentials = Credentials(accessToken: "AT", tokenType: "Bearer", idToken: idToken)

        let error = try await provider(transport).client(id: "c").userInfo(of: credentials).result().failure

        #expect(error?.code == .argumentInvalid)
        #expect(error?.advice.contains("userInfo(withAccessToken:subject:)") == true)
        #expect(transport.requests.isEmpty)
    }

    @Test func `J20 bound credentials whose key is gone are neither renewed nor presented`() async throws {
        let transport = StubTransport(body: #"{"access_token": "AT", "token_type": "DPoP", "expires_in": 60}"#)
        let bound = Credentials(accessToken: "AT", tokenType: "DPoP", refreshToken: "RT")
        let client = try provider(transport).client(id: "c").useDPoP(keychainIdentifier: "gone", store: MemoryStore())

        let renewal = await client.renew(bound).result()
        let profile = await client.userInfo(of: bound).result()

        for error in [renewal.failure, profile.failure] {
            #expect(error?.code == .keyUnavailable)
            #expect(error?.cause as? DPoPError == .keyMissing)
            #expect(error?.advice.contains("log in again") == true)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func `K9 bound credentials are neither renewed nor presented by a client without a key`() async throws {
        let transport = StubTransport(body: #"{"access_token": "AT", "token_type": "DPoP", "expires_in": 60}"#)
        let bound = Credentials(accessToken: "AT", tokenType: "dpop", refreshToken: "RT")

        let client = try provider(transport).client(id: "c")
        let renewal = await client.renew(bound).result()
        let profile = await client.userInfo(of: bound).result()

        for error in [renewal.failure, profile.failure] {
            #expect(error?.code == .argumentInvalid)
            #expect(error?.advice.contains("useDPoP()") == true)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: ["DPoP", "dpop", "Bearer"])
    func `K9 bound tokens are refused as the response to a renewal without a proof`(type: String) async throws {
        let transport = StubTransport(body: #"{"access_token": "AT", "token_type": "\#(type)", "expires_in": 60}"#)
        let client = try provider(transport).client(id: "c").useDPoP(keychainIdentifier: "gone", store: MemoryStore())
        let old = Credentials(accessToken: "AT", tokenType: "Bearer", refreshToken: "RT")

        let result = await client.renew(old).result()

        #expect(transport.requests.map { $0.fields["DPoP"] } == [nil])
        if type == "Bearer" {
            #expect(try result.get().tokenType == "Bearer")
        } else {
            #expect(result.failure?.code == .keyUnavailable)
            #expect(result.failure?.cause as? DPoPError == .keyMissing)
            // The provider has answered, so it may have replaced the refresh token.
            #expect(result.failure?.statusCode == 200)
        }
    }

    @Test func `a renewal without a refresh token, or with an empty one, keeps the old one`() async throws {
        for members in ["", #", "refresh_token": """#, #", "refresh_token": null"#] {
            let transport = StubTransport(
                body: #"{"access_token": "new", "token_type": "bearer", "expires_in": 60, "scope": ""\#(members)}"#)
            let old = Credentials(accessToken: "AT", tokenType: "Bearer", refreshToken: "RT", scope: "read")

            let renewed = try await provider(transport).client(id: "c").renew(old).start()

            #expect(renewed.accessToken == "new")
            #expect(renewed.refreshToken == "RT")
            #expect(renewed.scope == "read")
        }
    }

    @Test func `a token is presented with the canonical scheme, whatever the provider's spelling`() async throws {
        let transport = StubTransport(body: #"{"sub": "me"}"#)
        let client = try provider(transport).client(id: "c")

        for type in ["bearer", "BEARER", "dpop", "Bearer"] {
            _ = try await client.userInfo(withAccessToken: "t", tokenType: type, subject: "me").start()
        }

        #expect(
            transport.requests.map { $0.fields["Authorization"] } == ["Bearer t", "Bearer t", "DPoP t", "Bearer t"])
    }

    @Test func `a refusal that is only in a header is recognised`() async throws {
        let transport = StubTransport(
            status: 401, fields: ["WWW-Authenticate": #"Bearer error="invalid_token", error_description="over""#],
            body: "")

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await provider(transport).client(id: "c").userInfo(withAccessToken: "t", subject: nil).start()
        }

        #expect(error?.code == .refused && error?.statusCode == 401)
        #expect(error?.providerCode == "invalid_token" && error?.providerDescription == "over")
    }

    @Test(arguments: [
        (#"{"error": "bad_verification_code", "error_description": "spent"}"#, "bad_verification_code"),
        (#"{"ok": false, "error": "invalid_auth"}"#, "invalid_auth"), (#"{"ok": false}"#, nil), (#"{"error": 1}"#, nil),
    ])
    func `a refusal with a success status is recognised`(body: String, word: String?) async throws {
        let client = try provider(StubTransport(body: body)).client(id: "c")

        let renewal = await #expect(throws: OpenIDError.self) {
            try await client.renew(Credentials(refreshToken: "r")).start()
        }
        let profile = await #expect(throws: OpenIDError.self) {
            _ = try await client.userInfo(withAccessToken: "t", subject: nil).start()
        }

        for error in [renewal, profile] {
            #expect(error?.code == (word == nil ? .responseInvalid : .refused))
            #expect(error?.providerCode == word)
            #expect(error?.statusCode == 200)
        }
    }

    @Test(arguments: ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9."])
    func `an unsigned profile is refused when a signed one is expected`(body: String) async throws {
        let transport = StubTransport(fields: ["Content-Type": "application/jwt"], body: body)
        let client = try provider(transport).client(id: "c")

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.userInfo(withAccessToken: "t", subject: "me").start()
        }

        #expect(error?.code == .responseInvalid || error?.code == .tokenInvalid)
    }

    @Test func `no description shows a secret`() throws {
        let client = try provider(StubTransport(body: "")).client(id: "c", authentication: .secretBasic("top-secret"))
        var text = ""
        dump(client, to: &text)
        dump(client.login(), to: &text)

        #expect(!text.contains("top-secret"))
        #expect(!"\(client) \(client.login())".contains("top-secret"))
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
