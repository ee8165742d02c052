import Foundation
import TenantEmulator
import Testing

/// Requests that wait because of a fault, while their client, their tenant or the free descriptors go away.
@Suite struct HeldRequestTests {
    private static let userInfo = Array("GET /userinfo HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)

    /// Beside an idle connection, libmicrohttpd drops a request whose client is gone.
    @Test(arguments: [EmulatedTenant.Fault.hold, .delay(.milliseconds(100))])
    func `carries out a request whose client has given up`(fault: EmulatedTenant.Fault) async throws {
        let tenant = try EmulatedTenant.withStoppedClock()
        let client = TestClient(tenant)
        let token = try #require(try await client.logIn()["refresh_token"])
        tenant.skipRequests(matching: "/oauth/token")
        tenant.faults.set(fault, on: "/oauth/token", times: 1)
        let idle = try RawHTTPClient.connection(port: tenant.port)
        defer { close(idle) }

        let form = "grant_type=refresh_token&client_id=\(tenant.clientID)&refresh_token=\(token)"
        let head = """
            POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(form.utf8.count)\r\n\
            Content-Type: application/x-www-form-urlencoded\r\n\r\n
            """
        close(try RawHTTPClient.connection(port: tenant.port, Array((head + form).utf8)))
        _ = try await tenant.nextRequest(matching: "/oauth/token")
        tenant.faults.release()

        // Returns when the request has a status.
        _ = try await client.control("GET", "journal?path=/oauth/token&after=1&wait=30")
        #expect(tenant.counters.renewals == 1)
    }

    @Test func `a reset carries out the held requests before it returns to the seed`() async throws {
        let tenant = try EmulatedTenant.withStoppedClock()
        let client = TestClient(tenant)
        tenant.faults.set(.hold, on: "/dbconnections/signup")
        async let signup = client.post(
            "/dbconnections/signup",
            ["email": "new@example.com", "password": TestClient.password, "connection": TestClient.realm])
        _ = try await tenant.nextRequest(matching: "/dbconnections/signup")

        #expect(try await client.control("POST", "reset").status == 204)

        #expect(try await signup.status == 200)
        #expect(try await client.logIn("new@example.com").status == 403)
    }

    /// In a process of its own, which libmicrohttpd ends if a connection is suspended at the stop.
    @Test func `stops while another thread releases the requests`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<40 {
                let tenant = try EmulatedTenant.start { $0.signingAlgorithm = .es256 }
                tenant.faults.set(.hold, on: "/userinfo")
                let connections = try (0..<100).map { _ in
                    try RawHTTPClient.connection(port: tenant.port, HeldRequestTests.userInfo)
                }
                for _ in connections { _ = try await tenant.nextRequest(matching: "/userinfo") }

                let stop = Task.detached { tenant.stop() }
                tenant.faults.release()
                await stop.value

                for connection in connections { close(connection) }
            }
        }
    }

    /// In a process of its own, because the limit is that of the process.
    @Test func `holds no more requests than a third of the descriptors, so that they can be released`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 240
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let tenant = try EmulatedTenant.start { $0.signingAlgorithm = .es256 }
            tenant.faults.set(.hold, on: "/userinfo")
            let connections = try (0..<84).map { _ in
                try RawHTTPClient.connection(port: tenant.port, HeldRequestTests.userInfo)
            }
            for _ in connections { _ = try await tenant.nextRequest(matching: "/userinfo") }

            #expect(try await TestClient(tenant).control("POST", "release").status == 204)

            let starts = try connections.map { connection in
                String(decoding: try RawHTTPClient.received(connection).prefix(12), as: UTF8.self)
            }
            #expect(starts.count { $0 == "HTTP/1.1 401" } == 80)
            #expect(starts.count { $0 == "HTTP/1.1 503" } == 4)
            #expect(tenant.journal.count { $0.status == 503 } == 4)
        }
    }
}
