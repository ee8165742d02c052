import Auth0
import ByteEncodings
import FoundationEssentials
import JOSE
import OpenID
import Synchronization
import Testing
import TransportDoubles

/// The parameters of the authorization request, received by a user agent of the test; nothing is opened or sent.
@Suite struct AuthorizeURLTests {
    private var webAuth: any WebAuth {
        Auth0.webAuth(clientId: "the-client", domain: "tenant.example.com/sub", session: StubTransport(body: "{}"))
            .allowingConcurrentLogins()
    }

    /// The URL that a call opens.
    private func address(
        _ webAuth: any WebAuth, _ start: (any WebAuth) async throws -> Void = { _ = try await $0.start() }
    ) async throws -> String {
        let seen = Mutex<URL?>(nil)
        let error = await #expect(throws: WebAuthError.self) {
            try await start(
                webAuth.provider { url, callback in
                    seen.withLock { $0 = url }
                    return ClosingAgent(callback: callback)
                })
        }
        #expect(error == .userCancelled)
        return try #require(seen.withLock { $0 }).absoluteString
    }

    private func parameters(_ address: String) throws -> [String: String] {
        let query = try FormEncoding.decode(String(address.drop { $0 != "?" }.dropFirst()))
        return Dictionary(query.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }

    @Test func `the parameters of a login without modifiers`() async throws {
        let address = try await address(webAuth)

        var parameters = try parameters(address)
        #expect(address.hasPrefix("https://tenant.example.com/sub/authorize?"))
        for random in ["state", "nonce", "code_challenge"] {
            #expect(parameters.removeValue(forKey: random)?.utf8.count == 43)
        }
        #expect(parameters.removeValue(forKey: "redirect_uri")?.hasPrefix("http://127.0.0.1:") == true)
        #expect(parameters.removeValue(forKey: "auth0Client")?.isEmpty == false)
        #expect(
            parameters == [
                "response_type": "code", "client_id": "the-client", "scope": "openid profile email",
                "code_challenge_method": "S256",
            ])
    }

    @Test func `the parameters of each modifier`() async throws {
        let redirect = try #require(URL(string: "com.example.app://tenant.example.com/linux/com.example.app/callback"))
        let page = try #require(URL(string: "https://login.example.com/go?left=out"))
        let invitation = try #require(URL(string: "https://example.com/?invitation=tick%2Bet&organization=org_2&x=y"))
        var client = webAuth
        client.tracking(enabled: false)

        let address = try await address(
            client.connection("github").scope("read:all").connectionScope("repo user").state("the-state-of-this-login")
                .nonce("the-nonce").audience("https://api.example.com/a b").parameters(["prompt": "login", "ui": "a+b"])
                .redirectURL(redirect).authorizeURL(page).maxAge(60).organization("org_1").invitationURL(invitation)
                .issuer("https://elsewhere.example.com/").leeway(30_000).headers(["X-Y": "z"]).useHTTPS()
                .useEphemeralSession().onClose(nil))

        var parameters = try parameters(address)
        #expect(address.hasPrefix("https://login.example.com/go?"))
        #expect(address.contains("ui=a%2Bb"))
        #expect(parameters.removeValue(forKey: "code_challenge")?.utf8.count == 43)
        #expect(
            parameters == [
                "response_type": "code", "client_id": "the-client", "scope": "openid read:all",
                "code_challenge_method": "S256", "connection": "github", "connection_scope": "repo user",
                "state": "the-state-of-this-login", "nonce": "the-nonce", "audience": "https://api.example.com/a b",
                "prompt": "login", "ui": "a+b", "redirect_uri": redirect.absoluteString, "max_age": "60",
                "organization": "org_2", "invitation": "tick+et",
            ])
    }

    @Test func `the last call wins, whether it is a modifier or parameters`() async throws {
        let last = try parameters(
            try await address(
                webAuth.audience("1")
                    .parameters(["audience": "2", "scope": "a", "state": "0123456789-0123456789x"]).scope("openid b")
                    .parameters(["x": "1"]).parameters(["x": "2"])))

        #expect(last["audience"] == "2")
        #expect(last["scope"] == "openid b")
        #expect(last["state"] == "0123456789-0123456789x")
        #expect(last["x"] == "2")
    }

    @Test func `RFC 9101 a signed login carries its parameters in a request object for the issuer`() async throws {
        let key = try SigningKey(generating: .rs256, id: "k1")
        let detail = try AuthorizationDetail(type: "payment", additional: ["amount": 1])

        let plain = try parameters(try await address(webAuth.authorizationDetails([detail])))
        let address = try await address(
            webAuth.audience("https://api.example.com").maxAge(60).authorizationDetails([detail])
                .signingRequest(with: key))
        let elsewhere = try await self.address(webAuth.issuer("https://else.example/").signingRequest(with: key))

        #expect(plain["authorization_details"] == #"[{"amount":1,"type":"payment"}]"#)
        let sent = try parameters(address)
        #expect(sent.keys.sorted() == ["auth0Client", "client_id", "request"])
        #expect(sent["client_id"] == "the-client")
        let object = try verified(sent["request"], key)
        #expect(object.header["typ"] as? String == "oauth-authz-req+jwt")
        #expect(object.header["kid"] as? String == "k1")
        #expect(object.issuer == "the-client")
        #expect(object.body["aud"] as? String == "https://tenant.example.com/sub/")
        #expect(object.body["audience"] as? String == "https://api.example.com")
        #expect(object.body["max_age"] as? Int == 60)
        #expect((object.body["authorization_details"] as? [any Sendable])?.count == 1)
        #expect((object.body["redirect_uri"] as? String)?.hasPrefix("http://127.0.0.1:") == true)
        #expect(object.body["scope"] as? String == "openid profile email")
        #expect(
            try verified(try parameters(elsewhere)["request"], key).body["aud"] as? String == "https://else.example/")
    }

    private func verified(_ text: String?, _ key: SigningKey) throws -> VerifiedJWT {
        try KeyRing(JSONWebKeySet(publishing: [key])).verifiedToken(try #require(text), type: .any)
    }

    @Test func `A3 the code challenge and the DPoP key cannot be set`() async throws {
        let reserved = [
            "client_id", "redirect_uri", "response_type", "response_mode", "code_challenge", "code_challenge_method",
            "request", "request_uri", "dpop_jkt",
        ]

        let told = try parameters(
            try await address(webAuth.parameters(Dictionary(uniqueKeysWithValues: reserved.map { ($0, "mine") }))))

        #expect(!told.values.contains("mine"))
    }

    @Test func `the redirect URLs that are derived from the tenant`() async throws {
        let scheme = try parameters(
            try await address(webAuth.provider(WebAuthentication.safariProvider(application: "com.example.app"))))
        let https = try parameters(try await address(webAuth.useHTTPS()))

        // A custom provider that is set later does not reset the scheme.
        #expect(
            scheme["redirect_uri"] == "com.example.app://tenant.example.com/sub/linux/com.example.app/callback")
        #expect(https["redirect_uri"]?.hasPrefix("https://tenant.example.com/sub/linux/") == true)
        #expect(https["redirect_uri"]?.hasSuffix("/callback") == true)
    }

    @Test func `A18 row 13 the parameters of a logout, with a random query in its target`() async throws {
        let redirect = try #require(URL(string: "com.example.app://tenant.example.com/callback"))
        let client = webAuth.redirectURL(redirect).parameters(["x": "y"]).audience("a").useEphemeralSession()

        let plain = try await address(client) { try await $0.clearSession() }
        let federated = try await address(client) { try await $0.clearSession(federated: true) }

        let start = "returnTo=com.example.app%3A%2F%2Ftenant.example.com%2Fcallback%3Fstate%3D"
        let end = "&client_id=the-client"
        let states = [plain, federated].map { $0.dropLast(end.utf8.count).suffix(43) }
        #expect(plain == "https://tenant.example.com/sub/v2/logout?\(start)\(states[0])\(end)")
        #expect(federated == "https://tenant.example.com/sub/v2/logout?federated&\(start)\(states[1])\(end)")
        #expect(states[0] != states[1])
    }

    @Test(arguments: [
        "https://example.com/", "https://example.com/?organization=o", "https://example.com/?invitation=i",
        "https://example.com/?organization=&invitation=i", "https://example.com/#organization=o&invitation=i",
        "https://example.com/?organization=%FF&invitation=i",
    ])
    func `an invitation without its parameters opens no page`(text: String) async throws {
        let url = try #require(URL(string: text))

        let error = await #expect(throws: WebAuthError.self) {
            _ = try await webAuth.invitationURL(url).provider { ClosingAgent(callback: $1) }.start()
        }

        #expect(error == .invalidInvitationURL)
    }
}

/// An agent that its user closes at once: nothing is opened or sent.
struct ClosingAgent: WebAuthUserAgent {
    let callback: WebAuthProviderCallback

    func start() { callback(.failure(.userCancelled)) }
    func finish(with result: WebAuthResult<Void>) { callback(result) }
}
