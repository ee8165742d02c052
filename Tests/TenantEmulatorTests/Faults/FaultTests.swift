import ByteEncodings
import JOSE
import TenantEmulator
import Testing

@Suite struct FaultTests {
    let tenant: EmulatedTenant
    let client: TestClient

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    @Test func `E2 answers with another status, headers and body, so many times`() async throws {
        tenant.faults.set(
            .status(429, headers: ["Retry-After": "7"], body: Array("slow".utf8)), on: "/oauth/token", times: 2)

        let answers = [try await client.logIn(), try await client.logIn(), try await client.logIn()]

        #expect(answers.map(\.status) == [429, 429, 200])
        #expect(answers[0].header("retry-after") == "7")
        #expect(answers[0].text == "slow")
    }

    @Test(
        arguments: [
            (Array("<html>".utf8), "text/html"), ([], "application/json"),
            ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "application/json"),
            ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "application/json"), (Array("[]".utf8), "application/json"),
            (Array(#"{"a":1,"a":2}"#.utf8), "application/json"),
        ] as [([UInt8], String)])
    func `answers 200 with any body`(body: [UInt8], type: String) async throws {
        tenant.faults.set(.body(body, contentType: type), on: "/userinfo")

        let answer = try await client.get("/userinfo")

        #expect(answer.status == 200)
        #expect(answer.body == body)
        #expect(answer.header("content-type") == type)
    }

    @Test func `redirects`() async throws {
        tenant.faults.set(.redirect(to: "https://elsewhere.example/", status: 307), on: "/userinfo")

        let answer = try await client.get("/userinfo")

        #expect(answer.status == 307)
        #expect(answer.header("location") == "https://elsewhere.example/")
    }

    @Test(arguments: [(Fault.closeConnection, WireError.noAnswer), (.resetConnection, .reset)])
    func `ends the connection without carrying out the request`(fault: Fault, error: WireError) async throws {
        let token = try await client.logIn()["refresh_token"]
        tenant.faults.set(fault, on: "/oauth/token", times: 1)

        await #expect(throws: error) { try await client.renew(token) }

        #expect(tenant.counters.renewals == 0)
        #expect(tenant.journal.last?.status == nil)
        #expect(try await client.renew(token).status == 200)
    }

    @Test func `C6 loses the answer of a request that was carried out`() async throws {
        let token = try await client.logIn()["refresh_token"]
        tenant.faults.set(.loseAnswer, on: "/oauth/token", times: 1)

        await #expect(throws: WireError.self) { try await client.renew(token) }

        #expect(tenant.counters.renewals == 1)
        #expect(try await client.renew(token).status == 403)
    }

    @Test(arguments: [BodyCut.contentLength, .chunked])
    func `T7 cuts a body short`(cut: BodyCut) async throws {
        tenant.faults.set(.truncateBody(cut), on: "/.well-known/jwks.json")

        await #expect(throws: WireError.truncated) { try await client.get("/.well-known/jwks.json") }
    }

    @Test func `T7 ends a body by closing, so that only its content tells`() async throws {
        tenant.faults.set(.truncateBody(.byClose), on: "/.well-known/jwks.json")

        let answer = try await client.get("/.well-known/jwks.json")

        #expect(answer.status == 200)
        #expect(answer.json == nil)
        #expect(answer.text.hasPrefix(#"{"keys""#))
    }

    @Test func `holds hundreds of requests and answers them all when released`() async throws {
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

    @Test func `carries a request out and holds its answer`() async throws {
        let token = try await client.logIn()["refresh_token"]
        tenant.skipRequests(matching: "/oauth/token")
        tenant.faults.set(.holdAnswer, on: "/oauth/token", times: 1)
        async let answer = client.renew(token)

        _ = try await tenant.nextRequest(matching: "/oauth/token")
        while tenant.waitingConnections == 0 { await Task.yield() }

        #expect(tenant.counters.renewals == 1)
        tenant.faults.release()
        #expect(try await answer.status == 200)
    }

    @Test func `delays`() async throws {
        tenant.faults.set(.delay(.milliseconds(50)), on: "/userinfo", times: 1)
        let start = ContinuousClock.now

        let answer = try await client.get("/userinfo")

        #expect(answer.status == 401)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test func `stops with requests held`() async throws {
        tenant.faults.set(.hold, on: "/userinfo")
        let task = Task { [client] in try await client.get("/userinfo") }
        _ = try await tenant.nextRequest(matching: "/userinfo")

        tenant.stop()

        let result = await task.result
        #expect(throws: WireError.self) { try result.get() }
    }

    @Test func `strikes only the grant it is meant for`() async throws {
        tenant.faults.set(.status(503), on: "/oauth/token", grant: "refresh_token")

        let login = try await client.logIn()
        let renewal = try await client.renew(login["refresh_token"])

        #expect(login.status == 200)
        #expect(renewal.status == 503)
    }

    @Test(arguments: ["hold", "delay:0.5", "status:503", "redirect:https://a.example/", "truncate-body:chunked"])
    func `reads the short form`(text: String) {
        #expect(Fault(text: text) != nil)
    }

    @Test(arguments: ["", "holt", "delay", "delay:x", "status:99", "redirect"])
    func `refuses a short form it does not know`(text: String) {
        #expect(Fault(text: text) == nil)
    }

    @Test func `J18 J21 changes members of an answer`() async throws {
        let change = try AnswerChange(["token_type": "mac", "expires_in": JSONNull(), "scope": 1])
        tenant.faults.set(.alter(change), on: "/oauth/token", times: 1)

        let answer = try await client.logIn()

        #expect(answer["token_type"] == "mac")
        #expect(answer.json?["expires_in"] == nil)
        #expect(answer.json?["scope"]?.integer == 1)
        #expect(answer["access_token"] != nil)
    }

    @Test func `J7 signs with a new key from one request on`() async throws {
        let path = "/.well-known/jwks.json"
        let before = try await client.get(path).json?["keys"]?.elements
        tenant.faults.set(.rotateSigningKey(keepingOld: false), on: "/oauth/token", times: 1)

        let token = try await client.logIn()["id_token"]
        let after = try await client.get(path).json?["keys"]?.elements

        #expect(after?.count == 1)
        #expect(before?.first?["kid"] != after?.first?["kid"])
        #expect(try CompactJWS(token ?? "").header.keyID == after?.first?["kid"]?.string)
    }

    @Test func `T11 asks to come back later`() async throws {
        tenant.faults.set(.tooManyRequests(retryAfter: "-5"), on: "/oauth/token", times: 1)

        let answer = try await client.logIn()

        #expect(answer.status == 429)
        #expect(answer.header("retry-after") == "-5")
        #expect(answer["error"] == "too_many_requests")
    }

    @Test(arguments: [
        "hold", "delay:0.5", "status:503", "too-many-requests:7", "body:{}", #"alter:{"a":null}"#, "redirect:http://a/",
        "truncate-body", "truncate-body:chunked", "endless-body", "close-connection", "reset-connection",
        "lose-answer", "tamper:alg-none", "key-set:huge-modulus", "rotate-signing-key",
    ])
    func `reads the short form of the command line`(text: String) {
        #expect(Fault(text: text) != nil)
    }

    @Test(arguments: [
        "", "smoke", "delay", "delay:x", "delay:inf", "delay:-1", "status:99", "tamper", "tamper:x", "key-set:x",
        "alter:x",
    ])
    func `refuses any other short form`(text: String) {
        #expect(Fault(text: text) == nil)
    }
}
