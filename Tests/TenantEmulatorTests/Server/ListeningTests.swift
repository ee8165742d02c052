import Foundation
import TenantEmulator
import Testing

/// The addresses that the server listens on, and the time that requests may take.
@Suite struct ListeningTests {
    @Test func `a program's tenant also listens on the loopback address of IPv6`() async throws {
        let tenant = try EmulatedTenant.start { $0.isCalledLocalhost = true }

        let response = try await TestClient(tenant).get("/.well-known/openid-configuration")

        #expect(response.status == 200)
        // A machine without IPv6 has only the other address.
        let hasIPv6 = FileManager.default.fileExists(atPath: "/proc/net/if_inet6")
        #expect(RawHTTPClient.connectsToIPv6(port: tenant.port) == hasIPv6)
        tenant.stop()
        #expect(!RawHTTPClient.connectsToIPv6(port: tenant.port))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/net/if_inet6")))
    func `the address for all addresses of IPv6 is one for IPv4, too`() async throws {
        let tenant = try EmulatedTenant.start { ($0.address, $0.allowsOtherHosts) = ("::", true) }

        #expect(try await TestClient(tenant).get("/.well-known/openid-configuration").status == 200)
        #expect(RawHTTPClient.connectsToIPv6(port: tenant.port))
    }

    /// Without the limit, the server would wait for a minute after the last byte.
    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            "POST /oauth/token HTT", "POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A",
            "POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
        ])
    func `a request that is not complete in time closes its connection`(part: String) async throws {
        let tenant = try EmulatedTenant.start { $0.requestReadLimit = .milliseconds(100) }

        #expect(await RawHTTPClient.time(port: tenant.port, Array(part.utf8)) < .seconds(20))
        #expect(tenant.journal.isEmpty)
    }

    @Test func `a held request outlasts the limit`() async throws {
        var status: Int?
        // A busy machine needs some time to read the request.
        for limit in [1, 10] where status == nil {
            let tenant = try EmulatedTenant.start { $0.requestReadLimit = .seconds(limit) }
            tenant.faults.set(.delay(.milliseconds(1_500 * limit)), on: "/userinfo", times: 1)
            status = try? await TestClient(tenant).get("/userinfo").status
        }

        #expect(status == 401)
    }
}
