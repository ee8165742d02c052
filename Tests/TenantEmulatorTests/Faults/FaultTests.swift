import ByteEncodings
import JOSE
import TenantEmulator
import Testing

@Suite struct FaultTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `E2 sends another status, headers and body for a number of requests`() async throws {
        tenant.faults.set(
            .status(429, headers: ["Retry-After": "7"], body: Array("slow".utf8)), on: "/oauth/token", times: 2)

        let responses = [try await client.logIn(), try await client.logIn(), try await client.logIn()]

        #expect(responses.map(\.status) == [429, 429, 200])
        #expect(responses[0].header("retry-after") == "7")
        #expect(responses[0].text == "slow")
    }

    @Test(
        arguments: [
            (Array("<html>".utf8), "text/html"), ([], "application/json"),
            ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "application/json"),
            ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "application/json"), (Array("[]".utf8), "application/json"),
            (Array(#"{"a":1,"a":2}"#.utf8), "application/json"),
        ] as [([UInt8], String)])
    func `sends 200 with any body`(body: [UInt8], type: String) async throws {
        tenant.faults.set(.body(body, contentType: type), on: "/userinfo")

        let response = try await client.get("/userinfo")

        #expect(response.status == 200)
        #expect(response.body == body)
        #expect(response.header("content-type") == type)
    }

    @Test func `redirects`() async throws {
        tenant.faults.set(.redirect(to: "https://elsewhere.example/", status: 307), on: "/userinfo")

        let response = try await client.get("/userinfo")

        #expect(response.status == 307)
        #expect(response.header("location") == "https://elsewhere.example/")
    }

    @Test(arguments: [(EmulatedTenant.Fault.closeConnection, RawHTTPError.noResponse), (.resetConnection, .reset)])
    func `ends the connection without carrying out the request`(
        fault: EmulatedTenant.Fault, error: RawHTTPError
    ) async throws {
        let token = try await client.logIn()["refresh_token"]
        tenant.faults.set(fault, on: "/oauth/token", times: 1)

        await #expect(throws: error) { try await client.renew(token) }

        #expect(tenant.counters.renewals == 0)
        #expect(tenant.journal.last?.status == nil)
        #expect(try await client.renew(token).status == 200)
    }

    @Test func `C6 loses the response to a request that was carried out`() async throws {
        let token = try await client.logIn()["refresh_token"]
        tenant.faults.set(.loseResponse, on: "/oauth/token", times: 1)

        await #expect(throws: RawHTTPError.self) { try await client.renew(token) }

        #expect(tenant.counters.renewals == 1)
        #expect(try await client.renew(token).status == 403)
    }

    @Test(arguments: [EmulatedTenant.BodyCut.contentLength, .chunked])
    func `T7 cuts a body short`(cut: EmulatedTenant.BodyCut) async throws {
        tenant.faults.set(.truncateBody(cut), on: "/.well-known/jwks.json")

        await #expect(throws: RawHTTPError.truncated) { try await client.get("/.well-known/jwks.json") }
    }

    @Test func `T7 ends a body with the connection, so that only its content shows it`() async throws {
        tenant.faults.set(.truncateBody(.byClose), on: "/.well-known/jwks.json")

        let response = try await client.get("/.well-known/jwks.json")

        #expect(response.status == 200)
        #expect(response.json == nil)
        #expect(response.text.hasPrefix(#"{"keys""#))
    }

    @Test func `holds hundreds of requests and responds to all after a release`() async throws {
        tenant.faults.set(.hold, on: "/userinfo")

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { [client] in try await client.get("/userinfo").status } }
            for _ in 0..<200 { _ = try await tenant.nextRequest(matching: "/userinfo") }
            tenant.faults.clear()
            tenant.faults.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses == [Int](repeating: 401, count: 200))
    }

    @Test func `carries out a request and holds its response`() async throws {
        let token = try await client.logIn()["refresh_token"]
        tenant.skipRequests(matching: "/oauth/token")
        tenant.faults.set(.holdResponse, on: "/oauth/token", times: 1)
        async let response = client.renew(token)

        _ = try await tenant.nextRequest(matching: "/oauth/token")
        // The server has one thread: when it responds to another request, it has carried out the held one.
        _ = try await client.get("/.well-known/jwks.json")

        #expect(tenant.waitingConnections == 1)
        #expect(tenant.counters.renewals == 1)
        tenant.faults.release()
        #expect(try await response.status == 200)
    }

    @Test func `delays a request`() async throws {
        tenant.faults.set(.delay(.milliseconds(50)), on: "/userinfo", times: 1)
        let start = ContinuousClock.now

        let response = try await client.get("/userinfo")

        #expect(response.status == 401)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test func `stops while requests are held`() async throws {
        tenant.faults.set(.hold, on: "/userinfo")
        let task = Task { [client] in try await client.get("/userinfo") }
        _ = try await tenant.nextRequest(matching: "/userinfo")

        tenant.stop()

        let result = await task.result
        #expect(throws: RawHTTPError.self) { try result.get() }
    }

    @Test func `applies a fault only to its grant`() async throws {
        tenant.faults.set(.status(503), on: "/oauth/token", grant: "refresh_token")

        let login = try await client.logIn()
        let renewal = try await client.renew(login["refresh_token"])

        #expect(login.status == 200)
        #expect(renewal.status == 503)
    }

    @Test func `J18 J21 alters members of a response`() async throws {
        let change = try EmulatedTenant.ResponseChange(["token_type": "mac", "expires_in": JSONNull(), "scope": 1])
        tenant.faults.set(.alter(change), on: "/oauth/token", times: 1)

        let response = try await client.logIn()

        #expect(response["token_type"] == "mac")
        #expect(response.json?["expires_in"] == nil)
        #expect(response.json?["scope"]?.integer == 1)
        #expect(response["access_token"] != nil)
    }

    @Test func `J7 signs with a new key from a request on`() async throws {
        let path = "/.well-known/jwks.json"
        let before = try await client.get(path).json?["keys"]?.elements
        tenant.faults.set(.rotateSigningKey(keepingOld: false), on: "/oauth/token", times: 1)

        let token = try await client.logIn()["id_token"]
        let after = try await client.get(path).json?["keys"]?.elements

        #expect(after?.count == 1)
        #expect(before?.first?["kid"] != after?.first?["kid"])
        #expect(try CompactJWS(token ?? "").header.keyID == after?.first?["kid"]?.string)
    }

    @Test func `T11 sends Retry-After`() async throws {
        tenant.faults.set(.tooManyRequests(retryAfter: "-5"), on: "/oauth/token", times: 1)

        let response = try await client.logIn()

        #expect(response.status == 429)
        #expect(response.header("retry-after") == "-5")
        #expect(response["error"] == "too_many_requests")
    }

    @Test(arguments: [
        "hold", "delay:0.5", "status:503", "too-many-requests:7", "body:{}", #"alter:{"a":null}"#, "redirect:http://a/",
        "truncate-body", "truncate-body:chunked", "endless-body", "close-connection", "reset-connection",
        "lose-answer", "tamper:alg-none", "key-set:huge-modulus", "rotate-signing-key", "drip:0.5", "many-headers:3",
        "huge-header:9", "interim-answers:2",
    ])
    func `parses the short form of the command line`(text: String) {
        #expect(EmulatedTenant.Fault(text: text) != nil)
    }

    @Test(arguments: [
        "", "unknown", "delay", "delay:x", "delay:inf", "delay:-1", "status:99", "redirect", "tamper", "tamper:x",
        "key-set:x", "alter:x", "drip", "many-headers", "huge-header:-1", "interim-answers:x", "raw",
    ])
    func `refuses an invalid short form`(text: String) {
        #expect(EmulatedTenant.Fault(text: text) == nil)
    }
}
