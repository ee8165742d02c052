import Foundation
import TenantEmulator
import Testing

@Suite struct RawResponseTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    /// Returns all text that the tenant sends until it closes the connection.
    private func text(_ path: String) async throws -> String {
        let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(tenant.port)\r\n\r\n"
        return String(decoding: try await RawHTTPClient.bytes(port: tenant.port, Array(request.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        (EmulatedTenant.RawResponse.manyHeaders(5000), "X-Header-4999: x\r\n", 1),
        (.hugeHeader(300_000), String(repeating: "x", count: 300_000), 1),
        (.interimResponses(5000), "HTTP/1.1 103 ", 5000),
    ])
    func `T6 sends many headers, a huge one, and interim responses`(
        response: EmulatedTenant.RawResponse, part: String, times: Int
    ) async throws {
        tenant.faults.set(.raw(response), on: "/userinfo", times: 1)

        let text = try await text("/userinfo")

        #expect(text.components(separatedBy: part).count == times + 1)
        #expect(text.hasSuffix("\r\n\r\n{}"))
        #expect(tenant.journal.last?.status == nil)
    }

    @Test func `T5 sends a body byte by byte`() async throws {
        tenant.faults.set(.raw(.drip(.microseconds(10))), on: "/userinfo", times: 1)

        #expect(try await text("/userinfo").hasSuffix("\r\n\r\n" + String(repeating: " ", count: 1000)))
    }

    @Test func `stops sending when the tenant stops`() async throws {
        tenant.faults.set(.raw(.drip(.seconds(3600))), on: "/userinfo", times: 1)

        async let text = text("/userinfo")
        _ = try await tenant.nextRequest(matching: "/userinfo")
        tenant.stop()

        let seen = try await text
        #expect(seen.hasSuffix("\r\n\r\n") || seen.isEmpty)
    }
}
