import ByteEncodings
import TenantEmulator
import Testing

@Suite struct ControlTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `returns the inbox, optionally of one address`() async throws {
        for email in ["a+b@example.com", "c@example.com"] {
            _ = try await client.post("/passwordless/start", ["email": email, "connection": "email"])
        }

        let all = try await client.control("GET", "inbox")
        let one = try await client.control("GET", "inbox?to=a%2Bb%40example.com")

        #expect(all.json?.count == 2)
        #expect(one.json?.count == 1)
        #expect(one.text.contains(tenant.latestCode(to: "a+b@example.com") ?? "?"))
    }

    @Test(arguments: [
        ("GET", "/_emulator/inbox"), ("GET", "/_emulator/journal"), ("POST", "/_emulator/faults"),
        ("DELETE", "/_emulator/faults"),
        ("POST", "/_emulator/clock"), ("POST", "/_emulator/release"),
    ])
    func `E1 requires the control token for every endpoint`(method: String, path: String) async throws {
        let without = try await client.send(method, path)
        let wrong = try await client.send(method, path, headers: ["X-Emulator-Token": "guess"])

        #expect([without.status, wrong.status] == [401, 401])
    }

    @Test(arguments: [
        "/_emulator/inbox", "/_emulator/", "/.well-known/jwks.json", "/authorize", "/oauth/token", "/nowhere",
    ])
    func `E1 refuses a foreign Host on every route`(path: String) async throws {
        let headers = ["Host": "rebound.example:\(tenant.port)", "X-Emulator-Token": tenant.controlToken]
        for host in ["rebound.example:\(tenant.port)", "127.0.0.1.rebound.example", "192.168.0.1", "[::2]", "a b", ""] {
            let response = try await client.send("GET", path, headers: headers.merging(["Host": host]) { $1 })
            #expect(response.status == 403, "\(host)")
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost:8080", "LOCALHOST", "[::1]:4600", "127.0.0.1:1"])
    func `answers under every name of loopback`(host: String) async throws {
        let response = try await client.send("GET", "/.well-known/jwks.json", headers: ["Host": host])

        #expect(response.status == 200)
    }

    @Test func `returns the journal without the control requests`() async throws {
        _ = try await client.get("/userinfo")

        let response = try await client.control("GET", "journal")

        #expect(response.json?["requests"]?.count == 1)
        #expect(response.text.contains(#""path":"/userinfo""#))
    }

    @Test func `arms and clears faults`() async throws {
        let armed = try await client.control(
            "POST", "faults",
            #"{"path": "/userinfo", "kind": "status", "status": 503, "headers": {"Retry-After": "1"}}"#)
        let struck = try await client.get("/userinfo")
        let cleared = try await client.control("DELETE", "faults")
        let spared = try await client.get("/userinfo")
        let unknown = try await client.control("POST", "faults", #"{"path": "/userinfo", "kind": "magic"}"#)

        #expect([armed.status, cleared.status, unknown.status] == [204, 204, 400])
        #expect([struck.status, spared.status] == [503, 401])
        #expect(struck.header("retry-after") == "1")
    }

    @Test func `moves the clock`() async throws {
        let token = try await client.logIn()["access_token"]

        let moved = try await client.control("POST", "clock", #"{"advance": 86400}"#)

        #expect(moved.status == 200)
        #expect(try await client.get("/userinfo", token: token).status == 401)
    }

    @Test(arguments: [
        #"{"path": "/oauth/token", "kind": "tamper", "name": "iss-other"}"#,
        #"{"path": "/oauth/token", "kind": "tamper", "claims": {"iss": "https://evil.example/"}, "header": {"x": 1}}"#,
    ])
    func `arms faults of ID tokens`(body: String) async throws {
        let armed = try await client.control("POST", "faults", body)

        #expect(armed.status == 204)
        #expect(claims(of: try await client.logIn()["id_token"])?["iss"]?.string == "https://evil.example/")
    }

    @Test func `arms faults of metadata and of redirects`() async throws {
        let path = "/.well-known/openid-configuration"
        let armed = [
            try await client.control(
                "POST", "faults", #"{"path": "\#(path)", "kind": "metadata", "name": "issuer-other"}"#),
            try await client.control(
                "POST", "faults",
                #"{"path": "/u/*", "kind": "alter-parameters", "parameters": {"iss": "x", "state": null, "n": ["1"]}}"#),
        ]
        let unknown = [
            try await client.control("POST", "faults", #"{"path": "/", "kind": "metadata", "name": "odd"}"#),
            try await client.control(
                "POST", "faults", #"{"path": "/", "kind": "alter-parameters", "name": "odd"}"#),
        ]
        let browser = try await TestBrowser(tenant, as: "john@example.com")

        #expect(armed.map(\.status) == [204, 204])
        #expect(unknown.map(\.status) == [400, 400])
        #expect(try await client.get(path)["issuer"] == "https://evil.example/")
        #expect(browser.query["iss"] == "x" && browser.query["n"] == "1" && browser.query["state"] == nil)
    }

    @Test func `stops the clock and requires nonces`() async throws {
        let stopped = try await client.control("POST", "clock", #"{"stop": true}"#)
        let now = tenant.clock.now
        let nothing = try await client.control("POST", "clock", "{}")
        let tooMuch = try await client.control("POST", "clock", #"{"advance": 1e300}"#)
        let nonces = try await client.control("POST", "dpop", #"{"require_nonce": true, "rotate_nonce": true}"#)
        let proof = try DPoPProofSigner().proof("POST", tenant.domain + "/oauth/token")

        #expect([stopped, nothing, tooMuch, nonces].map(\.status) == [200, 400, 400, 204])
        #expect(tenant.clock.now == now)
        #expect(try await client.logIn(proof: proof)["error"] == "use_dpop_nonce")
    }
}
