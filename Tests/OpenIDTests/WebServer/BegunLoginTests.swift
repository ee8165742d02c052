import Foundation
import HTTPMessages
import JOSE
import SecretStorage
import Testing
import TransportDoubles

@testable import OpenID

/// Logins that a web server begins, and the modifiers that each of them has.
@Suite struct BegunLoginTests {
    private static let page = "https://app.example.com/callback"
    private let transport = ExampleProvider.transport()

    private func login(_ client: OpenIDClient) -> BrowserLogin { client.login().redirectURI(Self.page) }

    private func failure(_ request: Request<PendingLogin, OpenIDError>) async -> OpenIDError? {
        guard case .failure(let error) = await request.result() else { return nil }
        return error
    }

    @Test func `the address carries the parameters, and nothing is sent`() async throws {
        let client = try ExampleProvider.client(transport)
        let login = login(client).scope("email").prompt("login").maxAge(.milliseconds(90_900)).acrValues(["gold"])

        let pending = try await client.begin(login).start()

        var query = try pending.query
        #expect(pending.url.hasPrefix("https://op.example.com/authorize?"))
        #expect(query.removeValue(forKey: "state") == pending.state)
        for random in ["nonce", "code_challenge"] { #expect(query.removeValue(forKey: random)?.utf8.count == 43) }
        #expect(
            query == [
                "response_type": "code", "client_id": "the-client", "redirect_uri": Self.page, "scope": "openid email",
                "code_challenge_method": "S256", "prompt": "login", "max_age": "90", "acr_values": "gold",
            ])
        #expect(transport.requests.isEmpty)
    }

    @Test func `J15 a context class is required, whether a modifier or a parameter asks for it`() throws {
        let client = try ExampleProvider.client(transport)

        for login in [
            login(client).acrValues(["gold", "silver"]), login(client).parameters(["acr_values": "gold silver"]),
        ] {
            #expect(login.expectations.acceptedACRValues == ["gold", "silver"])
        }
    }

    @Test(arguments: ["", "s", "0123456789-0123456789"])
    func `A18 a state of fewer than 128 bits is refused`(state: String) async throws {
        let client = try ExampleProvider.client(transport)

        #expect(await failure(client.begin(login(client).parameters(["state": state])))?.code == .argumentInvalid)
        let long = try await client.begin(login(client).parameters(["state": state + "0123456789-0123456789x"])).start()
        #expect(long.state == state + "0123456789-0123456789x")
    }

    @Test func `A4 C8 a login is finished by a client of the issuer and the client ID that began it`() async throws {
        let client = try ExampleProvider.client(transport)
        let pending = try await client.begin(login(client)).start()
        let own = OpenIDProvider(try ExampleProvider.metadata(), session: transport)
        let foreign = OpenIDProvider(
            try ProviderMetadata(issuer: ExampleProvider.issuer + "/").filled(), session: transport)

        for stranger in [own.client(id: "another"), foreign.client(id: "the-client"), foreign.client(id: "another")] {
            let query = "code=c&state=\(pending.state)"
            guard case .failure(let error) = await stranger.finish(pending, with: query).result() else {
                Issue.record("finished by another client")
                continue
            }
            #expect(error.code == .argumentInvalid)
        }

        #expect(transport.requests.isEmpty)
        #expect(pending.issuer == ExampleProvider.issuer && pending.clientID == "the-client")
    }

    @Test func `K7 A21 a login expires, and one without its values is refused`() async throws {
        let client = try ExampleProvider.client(transport)
        let begun = Date()
        let pending = try await client.begin(login(client)).start()
        let short = try await client.begin(login(client).timeout(.seconds(30))).start()
        let waited = Date().timeIntervalSince(begun) + 1
        func finish(_ name: String, _ value: any Sendable) async throws -> OpenIDError? {
            var members = try #require(
                JSONSerialization.jsonObject(with: JSONEncoder().encode(pending)) as? [String: any Sendable])
            members[name] = value
            let changed = try JSONDecoder().decode(
                PendingLogin.self, from: JSONSerialization.data(withJSONObject: members))
            let result = await client.finish(changed, with: "code=c&state=\(changed.state)").result()
            guard case .failure(let error) = result else { return nil }
            return error
        }

        let expired = try await finish("expiry", Int(begun.timeIntervalSince1970) - 1)
        let empty = try await finish("state", "")

        #expect((599...(600 + waited)).contains(pending.expiresAt.timeIntervalSince(begun)))
        #expect((29...(30 + waited)).contains(short.expiresAt.timeIntervalSince(begun)))
        #expect((expired?.cause as? AuthorizationError)?.code == .timedOut)
        #expect("\(String(describing: expired))".contains("begin another one"))
        #expect((empty?.cause as? AuthorizationError)?.code == .requestInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(86_401)])
    func `a login that could never be finished, or for too long, does not begin`(timeout: Duration) async throws {
        let client = try ExampleProvider.client(transport)

        let error = await failure(client.begin(login(client).timeout(timeout)))

        #expect(error?.code == .argumentInvalid)
        #expect("\(String(describing: error))".contains("at most one day"))
    }

    @Test func `A1 A11 each start begins another login`() async throws {
        let client = try ExampleProvider.client(transport)
        let request = client.begin(login(client))

        let logins = try await [request.start(), request.start()]

        for name in ["state", "nonce", "code_challenge"] {
            #expect(try Set(logins.map { try $0.query[name] }).count == 2, "\(name)")
        }
    }

    @Test(arguments: [true, false])
    func `A7 the parameters are pushed if the login asks for it or the provider requires it`(asks: Bool) async throws {
        let client = try ExampleProvider.client(transport, authentication: .secretPost("s")) {
            $0.requiresPushedAuthorizationRequests = !asks
        }

        let pending = try await client.begin(asks ? login(client).pushing() : login(client)).start()

        var form = try #require(transport.requests.first).form
        #expect(transport.requests.map(\.url.path) == ["/par"])
        #expect(try pending.query == ["client_id": "the-client", "request_uri": "urn:example:1"])
        #expect(form.removeValue(forKey: "state") == pending.state)
        for random in ["nonce", "code_challenge"] { #expect(form.removeValue(forKey: random)?.utf8.count == 43) }
        #expect(
            form == [
                "response_type": "code", "client_id": "the-client", "client_secret": "s", "redirect_uri": Self.page,
                "scope": "openid profile email", "code_challenge_method": "S256",
            ])
    }

    @Test func `a refused push, and a provider without an endpoint for it, make the login fail`() async throws {
        let refusing = StubTransport(status: 400, body: #"{"error": "invalid_request"}"#)
        let client = try ExampleProvider.client(refusing)
        let lacking = try ExampleProvider.client(transport) {
            $0.pushedAuthorizationRequestEndpoint = nil
            $0.requiresPushedAuthorizationRequests = true
        }

        let refused = await failure(client.begin(login(client).pushing()))
        let unsupported = await failure(lacking.begin(login(lacking)))

        #expect(refused?.code == .refused && refused?.providerCode == "invalid_request")
        #expect(unsupported?.code == .unsupported)
        #expect(transport.requests.isEmpty)
    }

    @Test func `J20 the code is bound to the DPoP key`() async throws {
        let store = MemoryStore()
        let client = try ExampleProvider.client(transport).useDPoP(keychainIdentifier: "test", store: store)

        let plain = try await client.begin(login(client)).start()
        _ = try await client.begin(login(client).pushing()).start()

        let thumbprint = try #require(try plain.query["dpop_jkt"])
        #expect(thumbprint.utf8.count == 43)
        #expect(try transport.requests.last?.form["dpop_jkt"] == thumbprint)
    }

    @Test func `a login is begun for the client that begins it`() async throws {
        let other = try ExampleProvider.client(transport) { $0.requiresPushedAuthorizationRequests = true }
        let client = OpenIDProvider(try ExampleProvider.metadata(), session: transport).client(id: "second")

        let pending = try await client.begin(login(other)).start()

        #expect(try pending.query["client_id"] == "second")
        #expect(transport.requests.isEmpty)
    }

    @Test func `a parameter or a header field of the request, which would have no effect, makes it fail`() async throws
    {
        let client = try ExampleProvider.client(transport)
        let request = client.begin(login(client).pushing())

        let errors = await [
            failure(request.parameters(["prompt": "login"])), failure(request.headers(["X-Y": "z"])),
            failure(request.authorizationDetails([try AuthorizationDetail(type: "x")])),
        ]

        #expect(errors.map { $0?.code } == [.argumentInvalid, .argumentInvalid, .argumentInvalid])
        #expect(transport.requests.isEmpty)
    }

    @Test func `an invalid option makes the request fail before anything is sent`() async throws {
        let client = try ExampleProvider.client(transport)
        let lacking = try ExampleProvider.client(transport) { $0.authorizationEndpoint = nil }

        #expect(await failure(client.begin(client.login()))?.code == .argumentInvalid)
        #expect(await failure(client.begin(login(client).leeway(.seconds(301))))?.code == .argumentInvalid)
        #expect(await failure(client.begin(login(client).maxAge(.seconds(-1))))?.code == .argumentInvalid)
        #expect(await failure(client.begin(login(client).parameters(["request": "x"])))?.code == .argumentInvalid)
        #expect(await failure(lacking.begin(login(lacking)))?.code == .unsupported)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        "Redirect_URI", "redirect_uri ", "\tclient_id", "CLIENT_ID", "response_type\n", "redirect.uri", "redirect uri",
        "redirect_uri[]", "\u{FEFF}state", "sta\u{200B}te", "client_\u{131}d", "\u{17F}tate", "Request", "request_URI",
        "Code_Challenge", "NONCE", "dpop_jkt\u{A0}", "Response_Mode",
    ])
    func `K8 a name that a lenient server reads as a protected parameter is refused`(name: String) async throws {
        let client = try ExampleProvider.client(transport)

        for login in [login(client), login(client).pushing()] {
            let error = await failure(client.begin(login.parameters([name: "x"])))
            #expect(error?.code == .argumentInvalid, "\(name.debugDescription)")
        }
        let logout = client.logout().redirectURI(Self.page).parameters([name.contains("tate") ? name : "State": "x"])
        #expect(throws: OpenIDError.self) { try client.begin(logout) }
        #expect(transport.requests.isEmpty)
    }

    @Test func `T13 a cancelled push ends the login`() async throws {
        let silent = StubTransport { _ in nil }
        let client = try ExampleProvider.client(silent)

        let task = Task { try await client.begin(login(client).pushing()).start() }
        await silent.nextArrival()
        task.cancel()
        let error = await #expect(throws: OpenIDError.self) { _ = try await task.value }

        #expect(error?.code == .cancelled)
    }
}

extension ProviderMetadata {
    /// The metadata with the endpoints of the example.
    fileprivate func filled() throws -> ProviderMetadata {
        var copy = self
        let example = try ExampleProvider.metadata()
        (copy.tokenEndpoint, copy.authorizationEndpoint, copy.keySetURL) = (
            example.tokenEndpoint, example.authorizationEndpoint, example.keySetURL
        )
        return copy
    }
}
