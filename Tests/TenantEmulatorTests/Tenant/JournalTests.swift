import TenantEmulator
import Testing

@Suite struct JournalTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `records every request as it was sent`() async throws {
        _ = try await client.send(
            "PATCH", "/api/v2/users/auth0%7C1?a=b%20c", headers: ["X-Thing": "Value"], body: Array("{}".utf8))

        let entry = try #require(tenant.journal.last)
        #expect(entry.number == 1)
        #expect(entry.method == "PATCH")
        #expect(entry.path == "/api/v2/users/auth0%7C1")
        #expect(entry.query == "a=b%20c")
        #expect(entry.headers["x-thing"] == "Value")
        #expect(entry.headers["x-other"] == nil)
        #expect(entry.headers.contains { $0.name == "X-Thing" && $0.value == "Value" })
        #expect(entry.text == "{}")
        #expect(entry.status == 401)
    }

    @Test func `returns a request before the response is sent`() async throws {
        tenant.faults.set(.hold, on: "/userinfo", times: 1)
        async let response = client.get("/userinfo")

        let entry = try await tenant.nextRequest(matching: "/userinfo")

        #expect(entry.status == nil)
        tenant.faults.release()
        #expect(try await response.status == 401)
        #expect(tenant.journal.last?.status == 401)
    }

    @Test func `returns each request once`() async throws {
        for _ in 0..<2 { _ = try await client.get("/userinfo") }

        let numbers = [
            try await tenant.nextRequest(matching: "/userinfo").number,
            try await tenant.nextRequest(matching: "/userinfo").number,
        ]

        #expect(numbers == [1, 2])
    }

    @Test func `ignores earlier requests after a skip`() async throws {
        _ = try await client.get("/userinfo")
        tenant.skipRequests(matching: "/*")

        _ = try await client.get("/.well-known/jwks.json")

        #expect(try await tenant.nextRequest(matching: "/*").path == "/.well-known/jwks.json")
    }

    @Test(arguments: [(true, EmulatorError.Code.stopped), (false, .cancelled)])
    func `ends a wait when the tenant stops, or the task of the wait is cancelled`(
        stops: Bool, code: EmulatorError.Code
    ) async throws {
        let task = Task { [tenant] in try await tenant.nextRequest(matching: "/never") }

        if stops { tenant.stop() } else { task.cancel() }

        let result = await task.result
        let error = #expect(throws: EmulatorError.self) { try result.get() }
        #expect(error?.code == code)
    }

    @Test func `never shows a query or a body in a description`() async throws {
        _ = try await client.post("/oauth/token?secret=canary", ["password": "canary"])

        let entry = try #require(tenant.journal.first)
        #expect(!"\(entry)".contains("canary"))
    }
}
