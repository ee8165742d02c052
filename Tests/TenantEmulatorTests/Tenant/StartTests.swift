import Foundation
import ProgramRunner
import TenantEmulator
import TestEvents
import Testing

@Suite struct StartTests {
    @Test(arguments: ["0.0.0.0", "::", "localhost", "192.168.0.1", ""])
    func `E1 refuses every address except loopback literals`(address: String) {
        let error = #expect(throws: EmulatorError.self) { try EmulatedTenant.start { $0.address = address } }

        #expect(error?.code == .notLoopback)
    }

    @Test func `E1 listens on the loopback address and nowhere else`() throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        let digits = String(tenant.port, radix: 16, uppercase: true)
        let port = String(repeating: "0", count: 4 - digits.count) + digits

        // The kernel's table has address and port in hexadecimal; 0A is a listening socket.
        let sockets = try ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
            // Read through a handle, because files in /proc have no size.
            let table = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
            return String(decoding: table, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        }

        let listeners = sockets.filter { $0.count > 3 && $0[3] == "0A" && $0[1].hasSuffix(":" + port) }.map { $0[1] }
        #expect(listeners == ["0100007F:\(port)"])
    }

    @Test func `responds at its domain`() async throws {
        let tenant = try EmulatedTenant.start()

        let response = try await TestClient(tenant).get("/.well-known/openid-configuration")

        #expect(response.status == 200)
        #expect(response["issuer"] == tenant.issuer)
        #expect(tenant.domain == "http://127.0.0.1:\(tenant.port)")
    }

    @Test func `A9 reports a port in use`() throws {
        let first = try EmulatedTenant.start()

        let error = #expect(throws: EmulatorError.self) {
            try EmulatedTenant.start(TenantConfiguration(port: first.port))
        }

        #expect(error?.code == .portUnavailable)
    }

    @Test func `listens on another port if that is allowed`() throws {
        let first = try EmulatedTenant.start()

        let second = try EmulatedTenant.start(TenantConfiguration(port: first.port, portFallback: true))

        #expect(second.port != first.port)
    }

    @Test func `frees its port when it stops, also repeatedly`() throws {
        let port = try FreePort.find()
        let first = try EmulatedTenant.start(TenantConfiguration(port: port))

        first.stop()
        first.stop()

        let second = try EmulatedTenant.start(TenantConfiguration(port: port))
        #expect(second.port == port)
    }

    @Test func `frees its port before either of two stops returns`() async throws {
        // The system assigns it to no socket of another test.
        var configuration = TenantConfiguration(port: try FreePort.find())
        configuration.signingAlgorithm = .es256
        for _ in 0..<50 {
            let first = try EmulatedTenant.start(configuration)

            let other = Task.detached { first.stop() }
            first.stop()

            #expect(try EmulatedTenant.start(configuration).port == configuration.port)
            await other.value
        }
    }

    @Test func `runs for the duration of a closure`() async throws {
        struct Failure: Error {}

        let port = try FreePort.find()
        let status = try await withTenant(TenantConfiguration(port: port)) { tenant in
            try await TestClient(tenant).get("/.well-known/jwks.json").status
        }
        let error = await #expect(throws: Failure.self) {
            try await withTenant(TenantConfiguration(port: port)) { _ in throw Failure() }
        }

        #expect(status == 200)
        #expect(error != nil)
        // The port is free again after the return, and after the error.
        #expect(try EmulatedTenant.start(TenantConfiguration(port: port)).port == port)
    }

    @Test(.timeLimit(.minutes(30))) func `starts a stopped clock from the time that it shows`() throws {
        let clock = try EmulatedTenant.start().clock
        clock.stop()
        clock.advance(by: .seconds(-5000))
        let shown = clock.now

        clock.start()
        clock.start()
        let restarted = clock.now
        #expect(SystemState.blocks { clock.now > shown })

        // Less than an hour has passed since the restart.
        #expect((-1..<3600).contains(restarted.timeIntervalSince(shown)))
    }

    @Test func `has its own keys`() async throws {
        let (one, other) = (try EmulatedTenant.start(), try EmulatedTenant.start())

        let keys = try await TestClient(one).get("/.well-known/jwks.json").text
        let otherKeys = try await TestClient(other).get("/.well-known/jwks.json").text

        #expect(keys != otherKeys)
    }
}
