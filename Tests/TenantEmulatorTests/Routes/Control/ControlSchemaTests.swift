import ByteEncodings
import TenantEmulator
import Testing

/// The description of the control API against the answers of the tenant.
@Suite struct ControlSchemaTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .start { $0.signingAlgorithm = .es256 } }

    /// Every operation with a request that succeeds, in an order in which they do, and requests that are refused.
    private static let calls: [(method: String, path: String, target: String, body: String?, status: Int)] = [
        ("GET", "/openapi.json", "/openapi.json", nil, 200),
        ("GET", "/ca.pem", "/ca.pem", nil, 404),
        ("GET", "/state", "/state", nil, 200),
        ("POST", "/state", "/state", nil, 404),
        ("GET", "/inbox", "/inbox?to=a%40example.com&kind=verification_code&wait=0", nil, 200),
        ("GET", "/inbox", "/inbox?wait=61", nil, 400),
        ("GET", "/inbox", "/inbox?wait=abc", nil, 400),
        ("GET", "/inbox", "/inbox?from=a", nil, 400),
        ("GET", "/journal", "/journal?path=/oauth/*&after=0", nil, 200),
        ("GET", "/journal", "/journal?after=abc", nil, 400),
        ("GET", "/journal", "/journal?after=-1", nil, 400),
        ("GET", "/journal", "/journal?path=oauth", nil, 400),
        ("GET", "/users", "/users", nil, 200),
        ("POST", "/users", "/users", #"{"connection": "email", "email": "x@example.com"}"#, 201),
        ("POST", "/users", "/users", #"{"connection": "email", "email": "X@example.com"}"#, 409),
        ("POST", "/users", "/users", #"{"connection": "email"}"#, 400),
        ("POST", "/users", "/users", #"{"connection": "email", "email": 7}"#, 400),
        ("POST", "/users", "/users", #"{"connection": "email", "email": "y@example.com", "mail": "z"}"#, 400),
        ("GET", "/users/{login}/totp", "/users/mfa%40example.com/totp", nil, 200),
        ("GET", "/users/{login}/totp", "/users/john%40example.com/totp", nil, 404),
        ("GET", "/users/{login}/totp", "/users/nobody/totp", nil, 404),
        ("DELETE", "/users/{login}", "/users/x%40example.com", nil, 204),
        ("DELETE", "/users/{login}", "/users/x%40example.com", nil, 404),
        ("GET", "/clients", "/clients", nil, 200),
        ("POST", "/clients", "/clients", #"{"client_id": "mine"}"#, 201),
        ("POST", "/clients", "/clients", #"{"client_id": "mine", "callbacks": "x"}"#, 400),
        ("DELETE", "/clients/{id}", "/clients/mine", nil, 204),
        ("DELETE", "/clients/{id}", "/clients/mine", nil, 404),
        ("POST", "/invitations", "/invitations", #"{"email": "ann@example.com", "organization": "acme"}"#, 201),
        ("POST", "/invitations", "/invitations", #"{"email": "ann", "organization": "acme"}"#, 400),
        ("POST", "/invitations", "/invitations", #"{"email": "ann@example.com", "organization": "nowhere"}"#, 404),
        ("GET", "/invitations", "/invitations", nil, 200),
        (
            "POST", "/subject-tokens", "/subject-tokens",
            #"{"subject_token": "t", "subject_token_type": "urn:t", "user": "john@example.com", "times": 1}"#, 204
        ),
        ("POST", "/subject-tokens", "/subject-tokens", #"{"subject_token": "t", "user": "john@example.com"}"#, 400),
        (
            "POST", "/subject-tokens", "/subject-tokens",
            #"{"subject_token": "t", "subject_token_type": "urn:t", "user": "nobody@example.com"}"#, 404
        ),
        ("DELETE", "/invitations/{ticket}", "/invitations/x", nil, 404),
        ("PUT", "/snapshots/{name}", "/snapshots/one", nil, 204),
        ("GET", "/snapshots", "/snapshots", nil, 200),
        ("POST", "/snapshots/{name}/restore", "/snapshots/one/restore", nil, 204),
        ("DELETE", "/snapshots/{name}", "/snapshots/one", nil, 204),
        ("DELETE", "/snapshots/{name}", "/snapshots/one", nil, 404),
        ("POST", "/snapshots/{name}/restore", "/snapshots/one/restore", nil, 404),
        ("POST", "/faults", "/faults", #"{"path": "/userinfo", "kind": "hold", "times": 1, "grant": "password"}"#, 204),
        ("GET", "/faults", "/faults", nil, 200),
        ("POST", "/release", "/release", nil, 204),
        ("DELETE", "/faults", "/faults?path=/userinfo", nil, 204),
        ("DELETE", "/faults", "/faults?pth=/userinfo", nil, 400),
        ("POST", "/clock", "/clock", #"{"advance": 1, "stop": false}"#, 200),
        ("POST", "/clock", "/clock", "{}", 400),
        ("POST", "/clock", "/clock", #"{"advance": "1"}"#, 400),
        ("POST", "/keys/rotate", "/keys/rotate", nil, 200),
        ("POST", "/keys/rotate", "/keys/rotate", #"{"keep_old": false}"#, 200),
        ("POST", "/keys/rotate", "/keys/rotate", #"{"keep_old": 1}"#, 400),
        ("POST", "/dpop", "/dpop", #"{"rotate_nonce": true}"#, 204),
        ("POST", "/tokens", "/tokens", #"{"claims": {"sub": "a"}}"#, 201),
        ("POST", "/tokens", "/tokens", #"{"header": {}}"#, 400),
        ("PUT", "/claims", "/claims", #"{"id_token": {"https://a.example/b": 1}}"#, 204),
        ("PUT", "/claims", "/claims", #"{"id_token": {"iss": 1}}"#, 400),
        ("DELETE", "/inbox", "/inbox", nil, 204),
        ("DELETE", "/journal", "/journal", nil, 204),
        ("POST", "/reset", "/reset", nil, 204),
    ]

    @Test func `every answer is described, and has its schema`() async throws {
        _ = try await client.post("/passwordless/start", ["email": "a@example.com", "connection": "email"])
        _ = try await client.logIn("mfa@example.com")
        _ = try await client.logIn("john@example.com", password: "wrong")
        let description = try #require(try await client.get("/_emulator/openapi.json").json)
        let checker = SchemaChecker(description: description)
        var unseen = Set(EmulatedTenant.controlOperations.map { "\($0.method) \($0.path)" })

        for call in Self.calls {
            // A request without a body has no `Content-Type`, either.
            let answer =
                if let body = call.body {
                    try await client.control(call.method, String(call.target.dropFirst()), body)
                } else {
                    try await client.send(
                        call.method, "/_emulator" + call.target, headers: ["X-Emulator-Token": tenant.controlToken])
                }
            let name = "\(call.method) /_emulator\(call.path)"
            unseen.remove(name)
            #expect(answer.status == call.status, "\(name) \(call.body ?? "") \(answer.text)")
            let operation = description["paths"]?["/_emulator\(call.path)"]?[call.method.lowercased()]
            let response = operation?["responses"]?["\(answer.status)"]
            #expect(response != nil, "\(name): \(answer.status)")
            guard let schema = response?["content"]?["application/json"]?["schema"] else {
                #expect(answer.body.isEmpty, "\(name)")
                continue
            }
            let defects = checker.defects(of: try #require(answer.json), schema)
            #expect(defects.isEmpty, "\(name): \(defects)")
        }
        // Withdrawn with a ticket that the list has.
        #expect(unseen.isEmpty)
    }

    @Test(arguments: ["/users", "/clients"])
    func `E10 the description has each member that a user or a client may have, and no other`(path: String) async throws
    {
        let description = try #require(try await client.get("/_emulator/openapi.json").json)
        let body = description["paths"]?["/_emulator\(path)"]?["post"]?["requestBody"]
        let schema = try #require(body?["content"]?["application/json"]?["schema"])
        let refused = try await client.control(
            "POST", String(path.dropFirst()), #"{"connection": "email", "client_id": "x", "zzz": 1}"#)

        let named = try #require(refused["error_description"]?.split(separator: "allowed are ").last)
        let allowed = named.prefix { $0 != "(" }.split(separator: ", ").map { String($0.prefix { $0 != " " }) }
        #expect(allowed.count > 15)
        #expect(schema["properties"]?.names == allowed.sorted())
        #expect(schema["additionalProperties"] == .boolean(false))
    }

    /// A request for each kind of fault.
    private static let faults = [
        #""hold""#, #""hold-answer""#, #""delay", "seconds": 0.5"#, #""status", "status": 503, "headers": {"A": "b"}"#,
        #""too-many-requests", "retry_after": "7""#, #""body", "body": "{}", "content_type": "text/plain""#,
        #""alter", "members": {"a": null}"#, #""redirect", "to": "/x", "status": 307"#, #""truncate-body""#,
        #""truncate-body", "cut": "chunked""#, #""drip", "seconds": 1"#, #""many-headers", "count": 3"#,
        #""huge-header", "count": 3"#, #""interim-answers", "count": 3"#, #""raw", "head": "x", "seconds": 0"#,
        #""endless-body""#, #""close-connection""#, #""reset-connection""#, #""lose-answer""#,
        #""tamper", "name": "alg-none""#, #""tamper", "claims": {"iss": 1}, "signature": "none""#,
        #""key-set", "name": "huge-modulus""#, #""metadata", "name": "issuer-other""#,
        #""alter-parameters", "name": "iss-other""#, #""alter-parameters", "parameters": {"a": ["1", "2"], "b": null}"#,
        #""rotate-signing-key", "keep_old": true"#,
    ]

    @Test func `the description has the members of every kind of fault`() async throws {
        let description = try #require(try await client.get("/_emulator/openapi.json").json)
        let body = description["paths"]?["/_emulator/faults"]?["post"]?["requestBody"]
        let schema = try #require(body?["content"]?["application/json"]?["schema"])
        let checker = SchemaChecker(description: description)

        for fault in Self.faults {
            let text = #"{"path": "/nowhere", "kind": \#(fault)}"#
            let defects = checker.defects(of: try JSONValue(parsing: Array(text.utf8)), schema)
            #expect(defects.isEmpty, "\(fault): \(defects)")
            #expect(try await client.control("POST", "faults", text).status == 204, "\(fault)")
        }

        let kinds = schema["oneOf"]?.list?.compactMap { $0["properties"]?["kind"]?["const"]?.string } ?? []
        #expect(Set(kinds) == Set(Self.faults.compactMap { $0.split(separator: "\"").first.map(String.init) }))
    }

    @Test(arguments: [
        (#"{"kind": "hold"}"#, "path"), (#"{"path": "/"}"#, "kind"), (#"{"path": "x", "kind": "hold"}"#, "'path' must"),
        (#"{"path": "/", "kind": "magic"}"#, "'kind' must be one of alter, alter-parameters"),
        (#"{"path": "/", "kind": "hold", "times": "1"}"#, "'times' must be an integer from 1"),
        (#"{"path": "/", "kind": "hold", "times": 0}"#, "'times' must be an integer from 1"),
        (#"{"path": "/", "kind": "hold", "seconds": 1}"#, "'seconds' is unknown; there are kind, path, grant, times"),
        (#"{"path": "/", "kind": "delay"}"#, "seconds"),
        (#"{"path": "/", "kind": "delay", "seconds": "1"}"#, "'seconds'"),
        (#"{"path": "/", "kind": "status", "status": 99}"#, "'status' must be an integer from 200 to 599"),
        (
            #"{"path": "/", "kind": "status", "status": 500, "headers": {"a": 1}}"#,
            "'headers' must be an object of strings"
        ),
        (#"{"path": "/", "kind": "tamper"}"#, "name or claims or header or signature"),
        (#"{"path": "/", "kind": "tamper", "name": "odd"}"#, "'name' must be one of "),
        (#"{"path": "/", "kind": "alter-parameters", "parameters": {"a": 1}}"#, "'parameters' must"),
    ])
    func `the refusal of a fault names the member`(body: String, text: String) async throws {
        let response = try await client.control("POST", "faults", body)

        #expect(response.status == 400)
        #expect(response["error_description"]?.contains(text) == true, "\(response.text)")
        #expect(try await client.control("GET", "faults").text == "[]")
    }

    @Test func `refusals are JSON, OPTIONS is answered, and HEAD is GET`() async throws {
        let unknown = try await client.control("GET", "nothing")
        let other = try await client.control("PUT", "users")
        let without = try await client.get("/_emulator/inbox?x=1")
        let options = try await client.send("OPTIONS", "/_emulator/users")
        let head = try await client.control("HEAD", "users")

        #expect([unknown, other, without].map(\.status) == [404, 405, 401])
        #expect([unknown, other, without].map { $0["error"] } == ["not_found", "method_not_allowed", "unauthorized"])
        #expect(other.header("allow") == "GET, HEAD, POST, OPTIONS")
        #expect(options.status == 204 && options.header("allow") == "GET, HEAD, POST, OPTIONS")
        #expect(head.status == 200 && head.body.isEmpty)
    }

    @Test func `the code of an authenticator app logs in`() async throws {
        let login = try await client.logIn("mfa@example.com")
        let code = try await client.control("GET", "users/mfa%40example.com/totp")

        let tokens = try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-otp", "mfa_token": login["mfa_token"] ?? "",
            "otp": code["code"] ?? "",
        ])

        #expect(tokens.status == 200)
        #expect(code.json?["expires_in"]?.integer.map((1...30).contains) == true)
    }

    @Test func `an invitation is withdrawn by its ticket`() async throws {
        let body = #"{"email": "ann@example.com", "organization": "acme", "login_url": "https://app.example/?a=1"}"#
        let made = try await client.control("POST", "invitations", body)
        let ticket = try #require(made["ticket"])

        #expect(made["link"]?.hasPrefix("https://app.example/?a=1&invitation=\(ticket)&organization=org_") == true)
        #expect(tenant.messages(to: "ann@example.com").last?.link == made["link"])
        #expect(try await client.control("DELETE", "invitations/\(ticket)").status == 204)
        #expect(try await client.control("GET", "invitations").text == "[]")
    }

    @Test func `a refused Host is in the journal with its reason`() async throws {
        _ = try await client.send("GET", "/authorize", headers: ["Host": "rebound.example"])

        let entry = tenant.journal.last

        #expect(entry?.status == 403 && entry?.path == "/authorize")
        #expect(entry?.reason?.contains("\"rebound.example\"") == true)
        #expect(entry?.reason?.contains("--origin") == true)
    }

    @Test func `two requests can wait at the same time`() async throws {
        async let first = client.control("GET", "inbox?to=a%40example.com&wait=30")
        async let second = client.control("GET", "inbox?to=b%40example.com&wait=30")
        for name in ["b", "a"] {
            _ = try await client.post("/passwordless/start", ["email": "\(name)@example.com", "connection": "email"])
        }

        #expect(try await first.json?.count == 1)
        #expect(try await second.json?.count == 1)
    }
}

extension JSONValue {
    /// The names of the members of an object, sorted.
    fileprivate var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name).sorted()
    }
}
