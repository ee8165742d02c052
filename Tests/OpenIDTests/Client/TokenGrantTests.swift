import ByteEncodings
import Foundation
import HTTPMessages
import OpenID
import Testing
import TransportDoubles

/// Grants without a user, and the exchange of tokens.
@Suite struct TokenGrantTests {
    private let transport = ExampleProvider.transport()

    private func client(_ transport: StubTransport? = nil) throws -> OpenIDClient {
        try ExampleProvider.client(transport ?? self.transport, authentication: .secretPost("s"))
    }

    @Test func `RFC 6749 §4.4 a client requests a token for itself`() async throws {
        let credentials = try await client().clientCredentials(scope: "read write", audience: "https://api.example.com")
            .start()
        _ = try await client().clientCredentials().start()

        #expect(credentials.accessToken == "AT")
        #expect(credentials.idToken.isEmpty && credentials.refreshToken == nil)
        #expect(transport.requests.map(\.url.path) == ["/token", "/token"])
        #expect(
            try transport.requests.map { try $0.form } == [
                [
                    "grant_type": "client_credentials", "client_id": "the-client", "client_secret": "s",
                    "scope": "read write", "audience": "https://api.example.com",
                ],
                ["grant_type": "client_credentials", "client_id": "the-client", "client_secret": "s"],
            ])
    }

    @Test func `RFC 6749 §4.5 any grant has its parameters`() async throws {
        let credentials = try await client().tokens(
            grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer",
            parameters: ["assertion": "a.b.c", "scope": "x y"]
        ).start()

        #expect(credentials.tokenType == "Bearer")
        #expect(
            try transport.requests.map { try $0.form } == [
                [
                    "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": "a.b.c", "scope": "x y",
                    "client_id": "the-client", "client_secret": "s",
                ]
            ])
    }

    @Test func `RFC 8414 a server that publishes no keys issues access tokens, and no ID token of it is accepted`()
        async throws
    {
        let client = try ExampleProvider.client(transport) { $0.keySetURL = nil }
        let stored = Credentials(accessToken: "old", refreshToken: "RT")

        #expect(try await client.clientCredentials().start().accessToken == "AT")
        #expect(try await client.tokens(grantType: "urn:example:grant").start().accessToken == "AT")
        #expect(try await client.renew(stored).start().accessToken == "AT")
        #expect(transport.requests.map(\.url.path) == ["/token", "/token", "/token"])

        // These need an ID token: neither a code nor a refresh token is spent on one that cannot be verified.
        let exchange = client.codeExchange(code: "c", codeVerifier: "v", redirectURI: "https://app.example.com/")
        let renewal = client.renew(stored)
        for request in [exchange, client.clientCredentials().validateClaims(), renewal.withNonce("n")] {
            let error = await #expect(throws: OpenIDError.self) { try await request.start() }
            #expect(error?.code == .unsupported)
        }
        #expect(transport.requests.count == 3)

        let signing = StubTransport(body: #"{"access_token": "AT", "token_type": "Bearer", "id_token": "e30.e30.e30"}"#)
        let other = try ExampleProvider.client(signing) { $0.keySetURL = nil }
        let error = await #expect(throws: OpenIDError.self) { try await other.clientCredentials().start() }
        #expect(error?.code == .unsupported)
        #expect("\(error as Any)".contains("jwks_uri"))
    }

    @Test func `further parameters leave the scope of a token without a user as it is`() async throws {
        let resource = ["resource": "https://api.example.com"]

        _ = try await client().clientCredentials(scope: "read").parameters(resource).start()
        _ = try await client().tokens(grantType: "x", parameters: ["scope": "read"]).parameters(resource).start()
        _ = try? await client().tokenExchange(subject: .jwt("x"), scope: "read").parameters(resource).start()

        for request in transport.requests {
            #expect(try request.form["scope"] == "read")
            #expect(try request.form["resource"] == "https://api.example.com")
        }
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: [
        "grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type", "Client_ID",
        "client_secret ", "grant.type",
    ])
    func `a grant does not set the parameters of the client`(name: String) async throws {
        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client().tokens(grantType: "password", parameters: [name: "x", "username": "u"]).start()
        }

        #expect(error?.code == .argumentInvalid)
        #expect("\(error as Any)".contains(name))
        #expect(transport.requests.isEmpty)
    }

    @Test func `J19 an ID token in the response to any grant is validated`() async throws {
        let transport = StubTransport(
            body: #"{"access_token": "AT", "token_type": "Bearer", "id_token": "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."}"#
        )

        for request in [try client(transport).tokens(grantType: "x"), try client(transport).clientCredentials()] {
            let error = await #expect(throws: OpenIDError.self) { _ = try await request.start() }
            #expect(error?.code == .tokenInvalid)
        }
    }
}

/// The exchange of tokens.
@Suite struct TokenExchangeTests {
    private static let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
    private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"

    private func client(_ transport: StubTransport) throws -> OpenIDClient { try ExampleProvider.client(transport) }

    @Test func `RFC 8693 §2.1 the parameters of an exchange, of which two may repeat`() async throws {
        let transport = StubTransport(
            body: """
                {"access_token": "new", "issued_token_type": "\(Self.accessToken)", "token_type": "Bearer", \
                "expires_in": 60, "scope": "read", "refresh_token": "r"}
                """)

        let token = try await client(transport).tokenExchange(
            subject: .accessToken("subject"), actor: .jwt("actor"), requesting: .accessToken,
            resources: ["https://a.example/x", "https://b.example"], audiences: ["one", "two"], scope: "read"
        ).start()

        let sent = try #require(transport.requests.first).parameters.map { "\($0.name)=\($0.value)" }
        #expect(
            sent.sorted() == [
                "actor_token=actor", "actor_token_type=urn:ietf:params:oauth:token-type:jwt", "audience=one",
                "audience=two", "client_id=the-client", "grant_type=\(Self.grant)",
                "requested_token_type=\(Self.accessToken)", "resource=https://a.example/x",
                "resource=https://b.example", "scope=read", "subject_token=subject",
                "subject_token_type=\(Self.accessToken)",
            ])
        #expect(token.value == "new")
        #expect(token.issuedType == .accessToken)
        #expect(token.tokenType == "Bearer")
        #expect(try #require(token.expiresAt) > Date(timeIntervalSinceNow: 0))
        #expect(token.scope == "read")
        #expect(token.refreshToken == "r")
    }

    @Test func `RFC 8693 §2.2.1 the issued token need not be an access token`() async throws {
        let transport = StubTransport(
            body: #"""
                {"access_token": "a.b.c", "issued_token_type": "urn:example:ticket", "token_type": "N_A",
                "authorization_details": [{"type": "payment", "amount": 1}]}
                """#)

        let token = try await client(transport).tokenExchange(
            subject: SecurityToken("x", type: TokenTypeIdentifier(rawValue: "urn:example:badge"))
        ).start()

        #expect(
            try #require(transport.requests.first).form == [
                "grant_type": Self.grant, "client_id": "the-client", "subject_token": "x",
                "subject_token_type": "urn:example:badge",
            ])
        #expect(token.issuedType.rawValue == "urn:example:ticket")
        #expect(token.tokenType == "N_A")
        #expect(token.expiresAt == nil && token.scope == nil && token.refreshToken == nil)
        #expect(token.authorizationDetails.map(\.type) == ["payment"])
        #expect(token.authorizationDetails.first?["amount"] as? Int == 1)
    }

    @Test func `a parameter that is set later replaces all of its name`() async throws {
        let transport = StubTransport(status: 400, body: #"{"error": "invalid_target"}"#)
        let request = try client(transport).tokenExchange(subject: .idToken("x"), audiences: ["one", "two", "three"])

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await request.parameters(["audience": "last"]).start()
        }

        let sent = try #require(transport.requests.first).parameters.filter { $0.name == "audience" }
        #expect(sent.map(\.value) == ["last"])
        #expect(error?.providerCode == "invalid_target")
    }

    @Test(
        arguments: [(SecurityToken.jwt(""), nil), (.jwt("x"), SecurityToken.idToken(""))]
            as [(SecurityToken, SecurityToken?)])
    func `an empty token causes no request`(subject: SecurityToken, actor: SecurityToken?) async throws {
        let transport = StubTransport(body: "{}")

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client(transport).tokenExchange(subject: subject, actor: actor).start()
        }

        #expect(error?.code == .argumentInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        #""token_type": "N_A""#, #""issued_token_type": "urn:x""#, #""issued_token_type": "", "token_type": "N_A""#,
        #""issued_token_type": 1, "token_type": "N_A""#, #""issued_token_type": "urn:x", "token_type": """#,
        #""issued_token_type": "urn:x", "token_type": "N_A", "expires_in": -1"#,
        #""issued_token_type": "urn:x", "token_type": "N_A", "expires_in": "soon""#,
        #""issued_token_type": "urn:x", "token_type": "N_A", "expires_in": 1e300"#,
        #""issued_token_type": "urn:x", "token_type": "N_A", "authorization_details": {}"#,
        #""issued_token_type": "urn:x", "token_type": "N_A", "authorization_details": [{}]"#,
    ])
    func `T10 a response without a required member, or with a malformed one, is refused`(members: String) async throws {
        let transport = StubTransport(body: #"{"access_token": "x", \#(members)}"#)

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client(transport).tokenExchange(subject: .jwt("x")).start()
        }

        #expect(error?.code == .responseInvalid)
    }

    @Test func `L1 no token is in a description`() async throws {
        let transport = StubTransport(
            body: #"""
                {"access_token": "top-secret", "issued_token_type": "urn:x", "token_type": "N_A",
                "refresh_token": "top-secret"}
                """#)
        let subject = SecurityToken.jwt("top-secret")
        let token = try await client(transport).tokenExchange(subject: subject).start()
        var text = "\(subject) \(token)"
        dump(subject, to: &text)
        dump(token, to: &text)

        #expect(!text.contains("top-secret"))
        #expect(text.contains("urn:ietf:params:oauth:token-type:jwt"))
    }
}
