import ByteEncodings
import TenantEmulator
import Testing

@Suite struct ControlAPITests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func requests(_ query: String = "") async throws -> [JSONValue] {
        try await client.control("GET", "journal" + query).json?["requests"]?.list ?? []
    }

    // MARK: - The description

    @Test func `emulator-c1 every operation of the description exists, and needs the control token`() async throws {
        let description = try #require(try await client.get("/_emulator/openapi.json").json)
        guard case .object(let paths)? = description["paths"] else {
            Issue.record("no paths")
            return
        }
        var count = 0
        for path in paths {
            guard case .object(let operations) = path.value else { continue }
            for operation in operations {
                let target = path.name.replacing(#/\{\w+\}/#, with: "x")
                let answer = try await client.send(operation.name.uppercased(), target)
                #expect(operation.value["summary"]?.string?.last == ".")
                count += 1
                if operation.value["security"] != nil {
                    #expect(answer.status == (path.name.hasSuffix("ca.pem") ? 404 : 200))
                    continue
                }
                #expect(answer.status == 401, "\(operation.name) \(path.name)")
                #expect(operation.value["responses"]?["401"] != nil)
            }
        }
        #expect(count == 33)
    }

    @Test func `emulator-c1 every route of the control API is described, and every identifier is unique`() async throws
    {
        let description = try #require(try await client.get("/_emulator/openapi.json").json)

        let routes = EmulatedTenant.controlOperations
        let identifiers = routes.map { route in
            description["paths"]?[route.path]?[route.method.lowercased()]?["operationId"]?.string
        }

        #expect(routes.count == 33)
        #expect(!identifiers.contains(nil))
        #expect(Set(identifiers).count == routes.count)
        #expect(description["openapi"]?.string == "3.1.0")
    }

    // MARK: - State

    @Test func `emulator-c2 a reset returns to the seed, and keeps the signing key`() async throws {
        let before = try await client.get("/.well-known/jwks.json").text
        let login = try await client.logIn()
        _ = try await client.post(
            "/dbconnections/signup",
            ["email": "new@example.com", "password": TestClient.password, "connection": TestClient.realm])
        tenant.faults.set(.status(503), on: "/userinfo")
        tenant.clock.advance(by: .seconds(100_000))

        #expect(try await client.control("POST", "reset").status == 204)

        #expect(tenant.journal.isEmpty)
        #expect(tenant.inbox.isEmpty)
        #expect(try await client.logIn("new@example.com").status == 403)
        #expect(try await client.renew(login["refresh_token"]).status == 403)
        #expect(try await client.get("/userinfo", token: login["access_token"]).status == 200)
        #expect(try await client.get("/.well-known/jwks.json").text == before)
    }

    @Test func `emulator-c2 returns to a state that was kept`() async throws {
        let login = try await client.logIn()
        #expect(try await client.control("PUT", "snapshots/one").status == 204)
        try tenant.deleteUser("john@example.com")
        #expect(try await client.logIn().status == 403)

        #expect(try await client.control("POST", "snapshots/one/restore").status == 204)

        #expect(try await client.renew(login["refresh_token"]).status == 200)
        #expect(try await client.control("POST", "snapshots/two/restore").status == 404)
    }

    @Test func `emulator-c2 a state that was kept has its own revocations, codes and mails`() async throws {
        let login = try await client.logIn()
        let access = try #require(login["access_token"])
        #expect(try await client.control("PUT", "snapshots/one").status == 204)
        for token in [access, login["refresh_token"]] {
            #expect(try await client.post("/oauth/revoke", ["token": token ?? ""]).status == 200)
        }
        let later = try await client.logIn()
        let mail = ["email": "john@example.com", "connection": TestClient.realm]
        _ = try await client.post("/dbconnections/change_password", mail)
        #expect(try await client.get("/userinfo", token: access).status == 401)
        #expect(!tenant.inbox.isEmpty)

        #expect(try await client.control("POST", "snapshots/one/restore").status == 204)

        #expect(try await client.get("/userinfo", token: access).status == 200)
        #expect(try await client.renew(login["refresh_token"]).status == 200)
        #expect(try await client.renew(later["refresh_token"]).status == 403)
        #expect(tenant.inbox.isEmpty)
    }

    @Test func `emulator-c2 adds, changes and removes users`() async throws {
        let connection = "Username-Password-Authentication"
        let added = try await client.control(
            "POST", "users",
            #"{"connection": "\#(connection)", "user_id": "auth0|x", "email": "x@example.com", "password": "one"}"#)
        #expect(added.status == 201)
        #expect(try await client.logIn("x@example.com", password: "one").status == 200)

        _ = try await client.control(
            "POST", "users",
            #"{"connection": "\#(connection)", "user_id": "auth0|x", "email": "x@example.com", "password": "two"}"#)
        #expect(try await client.logIn("x@example.com", password: "two").status == 200)

        #expect(try await client.control("GET", "users").text.contains("x@example.com"))
        #expect(try await client.control("DELETE", "users/x%40example.com").status == 204)
        #expect(try await client.control("DELETE", "users/x%40example.com").status == 404)
        #expect(try await client.logIn("x@example.com", password: "two").status == 403)
    }

    @Test func `emulator-c2 adds, changes and removes clients`() async throws {
        let json = #"{"client_id": "mine", "callbacks": ["http://127.0.0.1:8484/callback"]}"#
        #expect(try await client.control("POST", "clients", json).status == 201)
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": "mine"])
        #expect(try await browser.tokens(clientID: "mine").status == 200)

        #expect(try await client.control("DELETE", "clients/mine").status == 204)
        try await browser.visit(browser.authorizeURL(["client_id": "mine"]))
        #expect(browser.page?.status == 400)
    }

    @Test(
        arguments: [
            ("users", #"{"connection": "nowhere"}"#, "nowhere"),
            ("users", #"{"conection": "x"}"#, "connection"),
            ("clients", #"{"client_id": "x", "calbacks": []}"#, "body.calbacks"),
            ("clients", #"{"client_id": "x", "id_token_signing_alg": "HS256"}"#, "secret"),
        ])
    func `emulator-c2 says which member of a user or client is wrong`(
        path: String, body: String, place: String
    ) async throws {
        let response = try await client.control("POST", path, body)

        #expect(response.status == 400)
        #expect(response["error_description"]?.contains(place) == true)
    }

    // MARK: - Observation

    @Test func `emulator-c2 waits for a message, and empties the inbox`() async throws {
        async let waiting = client.control("GET", "inbox?to=a%40example.com&kind=verification_code&wait=30")
        _ = try await client.post(
            "/passwordless/start", ["email": "b@example.com", "connection": "email", "send": "code"])
        _ = try await client.post(
            "/passwordless/start", ["email": "a@example.com", "connection": "email", "send": "code"])

        #expect(try await waiting.text.contains(tenant.latestCode(to: "a@example.com") ?? "?"))
        #expect(try await client.control("GET", "inbox?to=c%40example.com&wait=0").text == "[]")
        #expect(try await client.control("DELETE", "inbox").status == 204)
        #expect(tenant.inbox.isEmpty)
    }

    @Test func `emulator-c2 waits for a request of the program under test`() async throws {
        async let waiting = client.control("GET", "journal?path=/oauth/*&wait=30")
        _ = try await client.get("/userinfo")
        _ = try await client.logIn()

        #expect(try await waiting.json?["requests"]?.list?.first?["path"]?.string == "/oauth/token")
        #expect(try await requests("?after=1").count == 1)
        #expect(try await client.control("DELETE", "journal").status == 204)
        _ = try await client.get("/userinfo")
        #expect(try await requests().map { $0["number"]?.integer } == [3])
    }

    @Test(
        arguments: [
            (["client_id": "nobody"], "There is no client nobody"),
            (["client_id": "emulatorServer0000000000000000001"], "the request used none"),
            (["client_id": "emulatorServer0000000000000000001", "client_secret": "x"], "The client secret is wrong"),
        ])
    func `emulator-c3 the journal has the reason that the client is not told`(
        fields: [String: String], reason: String
    ) async throws {
        let members = ["grant_type": "client_credentials", "audience": "https://api.example.com/"]

        let response = try await client.tokens(members.merging(fields) { $1 })
        let entry = try #require(try await requests().last)

        #expect(response["error_description"] == "Unauthorized")
        #expect(entry["reason"]?.string?.contains(reason) == true)
        #expect(entry["client_id"]?.string == fields["client_id"])
        #expect(tenant.journal.last?.reason == entry["reason"]?.string)
    }

    @Test func `emulator-c3 the journal has the reason for which an access token is rejected`() async throws {
        let token = try #require(try await client.logIn(audience: "https://api.example.com/")["access_token"])
        var reasons: [String] = []
        func reason(_ token: String) async throws {
            _ = try await client.get("/userinfo", token: token)
            reasons.append(tenant.journal.last?.reason ?? "none")
        }
        try await reason("opaque")
        try await reason(token.dropLast(4) + "AAAA")
        tenant.clock.advance(by: .seconds(100_000))
        try await reason(token)
        try tenant.rotateSigningKey(keepingOld: false)
        try await reason(token)

        #expect(reasons[0].contains("no JWT"))
        #expect(reasons[1].contains("signature"))
        #expect(reasons[2].contains("expired"))
        #expect(reasons[3].contains("not in the key set"))
        #expect(tenant.journal.last?.clientID == tenant.clientID)
    }

    @Test func `emulator-c3 the journal has times and answers, without the secrets in them`() async throws {
        let login = try await client.logIn()
        let token = try #require(login["access_token"])

        let entry = try #require(try await requests().last)

        #expect(entry["response"]?["token_type"]?.string == "Bearer")
        #expect(entry["response"]?["access_token"]?.string == "\(token.prefix(6))…")
        #expect(entry["response"]?["refresh_token"]?.string?.count == 7)
        #expect(entry["reason"] == nil)
        #expect(entry["milliseconds"]?.double.map { $0 > 0 } == true)
        #expect(entry["received_at"]?.string?.hasSuffix("Z") == true)
        #expect(tenant.journal.last?.responseText?.contains(token) == false)
    }

    @Test func `emulator-c3 the journal has the reason of an error page and of an error response`() async throws {
        var browser = try await TestBrowser(tenant, request: ["redirect_uri": "http://localhost:9/"])
        let page = tenant.journal.last?.reason
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect(page?.contains("Callback URL mismatch") == true)
        #expect(tenant.journal.last?.reason?.hasPrefix("login_required") == true)
    }

    @Test func `emulator-c1 lists faults, rotates the key and starts the clock again`() async throws {
        let key = try await client.get("/.well-known/jwks.json").json?["keys"]?.list?.first?["kid"]?.string
        let fault = #"{"path": "/userinfo", "kind": "status", "status": 503, "times": 2}"#
        #expect(try await client.control("POST", "faults", fault).status == 204)

        let faults = try await client.control("GET", "faults")
        let rotated = try await client.control("POST", "keys/rotate", #"{"keep_old": false}"#)

        #expect(faults.json?.list?.first?["times"]?.integer == 2)
        #expect(rotated["kid"] != key)
        #expect(try await client.get("/.well-known/jwks.json").text.contains(rotated["kid"] ?? "?"))
        #expect(try await client.control("POST", "clock", #"{"stop": false}"#).status == 200)
    }
}
