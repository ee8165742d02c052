import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenID
import SecretStorage
import Testing
import TransportDoubles

/// Logins whose parameters are in a signed request object.
@Suite struct SignedRequestTests {
    private let key: SigningKey
    private let transport = ExampleProvider.transport()

    init() throws { key = try SigningKey(generating: .es256, id: "requests") }

    private func login(_ client: OpenIDClient) -> BrowserLogin {
        client.login().redirectURI("https://app.example.com/callback").signingRequest(with: key)
    }

    private static let claims: Set = ["iss", "aud", "iat", "nbf", "exp", "jti"]

    @Test func `RFC 9101 §4 and §5 the browser carries only the object and the client's ID`() async throws {
        let client = try ExampleProvider.client(transport)
        let detail = try AuthorizationDetail(type: "payment", additional: ["amount": 1])
        let login = login(client).maxAge(.seconds(60)).authorizationDetails([detail])
            .parameters(["claims": #"{"userinfo":{"email":null}}"#, "audience": "https://api.example.com"])

        let pending = try await client.begin(login).start()

        let query = try pending.query
        let object = try key.verified(query["request"])
        #expect(query.keys.sorted() == ["client_id", "request"])
        #expect(query["client_id"] == "the-client")
        #expect(object.header["typ"] as? String == "oauth-authz-req+jwt")
        #expect(object.header["kid"] as? String == "requests")
        #expect(object.issuer == "the-client")
        #expect(object.body["aud"] as? String == ExampleProvider.issuer)
        #expect(object.identifier?.utf8.count == 43)
        let issued = try #require(object.issuedAt)
        #expect(object.notBefore == issued)
        #expect(object.expiresAt == issued.addingTimeInterval(300))
        // Without a subject the object is no client assertion: RFC 9101 §10.8.
        #expect(object.subject == nil)
        #expect(object.body["state"] as? String == pending.state)
        #expect((object.body["nonce"] as? String)?.utf8.count == 43)
        #expect((object.body["code_challenge"] as? String)?.utf8.count == 43)
        #expect(object.body["max_age"] as? Int == 60)
        #expect(object.claims["authorization_details"] == .array([detail.json]))
        #expect(object.claims["claims"]?["userinfo"]?["email"] == .null)
        #expect(
            Set(object.body.keys).subtracting(Self.claims) == [
                "response_type", "client_id", "redirect_uri", "state", "nonce", "code_challenge",
                "code_challenge_method", "scope", "max_age", "authorization_details", "claims", "audience",
            ])
        #expect(object.body["code_challenge_method"] as? String == "S256")
        #expect(transport.requests.isEmpty)
    }

    @Test func `RFC 9126 §3 a pushed object is the only parameter beside the client's own`() async throws {
        let client = try ExampleProvider.client(transport, authentication: .privateKeyJWT(key))
            .useDPoP(keychainIdentifier: "test", store: MemoryStore())

        let pending = try await client.begin(login(client).pushing()).start()

        let form = try #require(transport.requests.first).form
        let object = try key.verified(form["request"])
        #expect(form.keys.sorted() == ["client_assertion", "client_assertion_type", "client_id", "request"])
        #expect((object.body["dpop_jkt"] as? String)?.utf8.count == 43)
        #expect(object.body["state"] as? String == pending.state)
        #expect(try pending.query == ["client_id": "the-client", "request_uri": "urn:example:1"])
    }

    @Test func `each login has an object of its own`() async throws {
        let client = try ExampleProvider.client(transport)
        let request = client.begin(login(client))

        let objects = try await [request.start(), request.start()].map { try key.verified($0.query["request"]) }

        #expect(objects[0].identifier != objects[1].identifier)
        #expect(objects[0].body["state"] as? String != objects[1].body["state"] as? String)
    }

    @Test func `a login in the browser of this machine is signed, too`() async throws {
        let client = try ExampleProvider.client(transport)
        let (addresses, address) = AsyncStream<String>.makeStream()
        let window = LoginWindow { page, ended in
            address.yield(page.absoluteString)
            return Closing(ended: ended)
        }

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.login().signingRequest(with: key).window(window).allowingConcurrentLogins().start()
        }
        address.finish()
        var opened = ""
        for await page in addresses {
            opened = page
            break
        }

        let items = try #require(URLComponents(string: opened)).queryItems ?? []
        #expect(error?.code == .cancelled)
        #expect(items.map(\.name).sorted() == ["client_id", "request"])
        let object = try key.verified(items.first { $0.name == "request" }?.value)
        #expect((object.body["redirect_uri"] as? String)?.hasPrefix("http://127.0.0.1:") == true)
    }

    private struct Closing: UserAgent {
        let ended: @Sendable (LoginWindow.Ending) -> Void

        func start() { ended(.closed) }
        func finish(with result: Result<Void, AuthorizationError>) {}
    }

    @Test(arguments: ["iss", "aud", "exp", "iat", "nbf", "jti", "sub"])
    func `no parameter replaces a claim of the object`(name: String) async throws {
        let client = try ExampleProvider.client(transport)

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.begin(login(client).parameters([name: "x"])).start()
        }

        #expect(error?.code == .argumentInvalid)
        #expect("\(error as Any)".contains(name))
    }
}
