import ByteEncodings
import Foundation
import ProgramRunner
import TenantEmulator
import TestEvents
import Testing

/// A state file with many users: changes are appended, and one program at a time has the file.
@Suite struct StateFileGrowthTests {
    private let file = StateFileFixture()

    private var path: String { file.path }
    private var configuration: TenantConfiguration { file.configuration }

    @Test func `E7 a second tenant with the same file is refused until the first one has stopped`() throws {
        let first = try EmulatedTenant.start(configuration)

        let error = #expect(throws: EmulatorError.self) { _ = try EmulatedTenant.start(configuration) }
        first.stop()

        #expect(error?.code == .stateInUse)
        #expect(error?.detail?.contains(path) == true)
        #expect(error?.detail?.contains("process \(ProcessInfo.processInfo.processIdentifier)") == true)
        _ = try EmulatedTenant.start(configuration)
    }

    @Test func `E7 a copy of the lock's descriptor, as a program has that is being started, does not keep the lock`()
        throws
    {
        let first = try EmulatedTenant.start(configuration)
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let number = try #require(
            numbers.first {
                let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                return link?.hasSuffix("\(path.split(separator: "/").suffix(2).joined(separator: "/")).lock") == true
            })
        let copy = dup(number)
        defer { close(copy) }

        first.stop()

        _ = try EmulatedTenant.start(configuration)
    }

    /// In a process of its own, because it occupies every thread of the pool.
    @Test func `a stopped tenant no longer writes to the file`() async {
        await #expect(processExitsWith: .success) {
            let file = StateFileFixture()
            let first = try EmulatedTenant.start(file.configuration)
            try first.deleteUser("jane@example.com")
            // The write, which is delayed by half a second, has begun to wait.
            for _ in 0..<10 { await Task.detached {}.value }
            let gate = EventCounter()
            let blockers = (0..<64).map { _ in Task.detached { _ = SystemState.blocks { gate.count > 0 } } }
            first.stop()
            let second = try EmulatedTenant.start(file.configuration)
            let contents = try Data(contentsOf: URL(filePath: file.path))

            try first.deleteUser("john@example.com")
            gate.add()
            for blocker in blockers { await blocker.value }
            for _ in 0..<100 { await Task.detached {}.value }

            #expect(try Data(contentsOf: URL(filePath: file.path)) == contents)
            for tenant in [first, second] { tenant.stop() }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `E8 a login appends its changes, which a start after a crash reads, and a stop compacts`() async throws {
        let first = try EmulatedTenant.start(configuration)
        let start = file.size
        let login = try await TestClient(first).logIn()
        #expect(await file.appends(#""families""#))
        let added = file.size - start
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        // The file of a killed program: complete lines, and a part of one.
        try Data((whole + #"{"users":{"auth0|00000"#).utf8).write(to: URL(filePath: path + ".copy"))
        let renewed = try await TestClient(first).renew(login["refresh_token"])
        first.stop()
        let stopped = try String(contentsOfFile: path, encoding: .utf8)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".copy", toPath: path)

        let second = try EmulatedTenant.start(configuration)

        #expect(added < 4000 && added < start / 4)
        #expect(whole.split(separator: "\n").count > 1)
        #expect(stopped.split(separator: "\n").count == 1)
        #expect(renewed.status == 200)
        let user = try await ManagementClient(second).get("/users/auth0%7C000000000000000000000001")
        #expect(user.json?["logins_count"]?.integer == 1)
        #expect(try await TestClient(second).renew(login["refresh_token"]).status == 200)
    }

    @Test(.timeLimit(.minutes(30)))
    func `E8 deleted users, revoked tokens and a reset are in the appended lines`() async throws {
        let first = try EmulatedTenant.start(configuration)
        let login = try await TestClient(first).logIn("jane@example.com")
        let other = try await TestClient(first).logIn()
        let api = try await ManagementClient(first)
        #expect(try await api.send("DELETE", "/users/auth0%7C000000000000000000000002").status == 204)
        #expect(await file.appends(#""auth0|000000000000000000000002":null"#))
        let lines = try String(contentsOfFile: path, encoding: .utf8)
        first.stop()
        try Data(lines.utf8).write(to: URL(filePath: path))

        let second = try EmulatedTenant.start(configuration)

        #expect(!second.users.contains { $0.login == "jane@example.com" })
        #expect(try await TestClient(second).renew(login["refresh_token"]).status == 403)
        #expect(try await TestClient(second).renew(other["refresh_token"]).status == 200)
    }

    /// See [Refresh Tokens](https://auth0.com/docs/secure/tokens/refresh-tokens): 200 active tokens for each user and
    /// application.
    @Test(.timeLimit(.minutes(30)))
    func `E8 a user has at most 200 families of refresh tokens at a client`() async throws {
        let client = TestClient(try EmulatedTenant.start { $0.signingAlgorithm = .es256 })
        var tokens: [String?] = []
        for _ in 0..<202 { tokens.append(try await client.logIn()["refresh_token"]) }

        #expect(try await client.renew(tokens[0]).status == 403)
        #expect(try await client.renew(tokens[1]).status == 403)
        #expect(try await client.renew(tokens[2]).status == 200)
        #expect(try await client.renew(tokens[201]).status == 200)
    }
}
