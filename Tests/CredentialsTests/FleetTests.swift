import Auth0
import Foundation
import Glibc
import OpenID
import PostgresDatabases
import SecretStorage
import TenantEmulator
import Testing

/// The servers of a fleet, which are processes here, with their credentials in a database.
///
/// `make soak` runs the long forms.
@Suite(.timeLimit(.minutes(30))) struct FleetTests {
    private static let isLong = ProcessInfo.processInfo.environment["SOAK"] == "long"
    private let size = isLong ? (processes: 32, tasks: 32, expiries: 10) : (processes: 3, tasks: 4, expiries: 2)

    @Test func `C1 one request for each expiry, for all servers and their tasks`() async throws {
        let login = try await KeptLogin { $0.accessTokenLifetime = .seconds(2) }
        let database = try await PostgresProgram.shared.value.database()
        let manager = login.manager(store: try database.store())
        try await manager.save(login.expired)

        #expect(try await statuses(of: login, in: database) == [0])

        let requests = login.tokenRequests
        #expect(requests == login.tenant.counters.renewals && requests >= size.expiries)
        login.expectOneRequestForEachExpiry(of: 2)
        print("soak: \(size.processes) servers, \(size.tasks) tasks each, \(requests) renewals, 0 reuses")
    }

    @Test func `C6 a database that restarts between and during renewals loses no login`() async throws {
        let login = try await KeptLogin {
            $0.accessTokenLifetime = .seconds(2)
            $0.refreshTokenOverlap = .seconds(600)
        }
        let server = try await PostgresProgram()
        let database = try await server.database()
        let manager = login.manager(store: try database.store())
        try await manager.save(login.expired)

        async let statuses = statuses(of: login, in: database)
        for _ in 0..<(Self.isLong ? 3 : 1) {
            _ = try await login.tenant.nextRequest(matching: "/oauth/token")
            try await server.crash()
            try await server.start()
        }

        #expect(try await statuses == [0])
        #expect(login.tenant.counters.refreshTokenReuses == 0)
        _ = try await manager.renew()
        try await server.crash()
    }

    @Test func `C6 while a database restarts during a request, no other server sends the same refresh token`()
        async throws
    {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .zero }
        // The clocks stand still, and the request has ten minutes: the restart may take longer than a renewal may.
        login.tenant.clock.stop()
        let clock = TimeSource(date: { login.tenant.clock.now }, uptime: { .zero })
        let authentication = Auth0.authentication(
            clientId: login.tenant.clientID, domain: login.tenant.domain, session: KeptLogin.patient)
        let server = try await PostgresProgram()
        let database = try await server.database()
        // The first server reaches the database over a link of its own, which can be missing for longer.
        let link = server.folder + "-link"
        symlink(server.folder, link)
        defer { unlink(link) }
        let linked = TestDatabase(folder: link, port: database.port, name: database.name)
        let manager = login.manager(authentication, store: try linked.store()) { $0.clock = clock }
        try await manager.save(login.expired)
        login.tenant.faults.set(.holdResponse, on: "/oauth/token", grant: "refresh_token", times: 1)
        let first = Task { try await manager.credentials() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/token")

        unlink(link)
        try await server.crash()
        try await server.start()
        let other = login.manager(store: try database.store()) { $0.clock = clock }
        let second = Task { try await other.credentials() }
        // The lock of the first server ended with its connection.
        while try await server.locks(in: database) != 1 {}
        symlink(server.folder, link)
        login.tenant.faults.release()

        let tokens = try await [first.value.accessToken, second.value.accessToken]
        #expect(tokens[0] == tokens[1])
        #expect(login.tenant.counters.refreshTokenReuses == 0)
        #expect(login.tokenRequests == 1)
        try await server.crash()
    }

    @Test(arguments: [30, 10])
    func `C4, C6, C21 a server that is killed at any moment of its renewals loses no login`(
        overlap: Int
    ) async throws {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(overlap) }
        let database = try await PostgresProgram.shared.value.database()
        try await login.manager(store: try database.store()).save(login.credentials)

        let rounds = Self.isLong ? 50 : 2
        for _ in 0..<rounds {
            try await login.kill("killed-after", .random(in: 0...60_000), in: database, lastSecondOf: overlap) {
                _ = try await $0.renew()
            }
        }

        #expect(login.tenant.counters.refreshTokenReuses == 0)
        print("soak: \(rounds) of \(rounds) logins recovered on PostgreSQL, overlap \(overlap) s")
    }

    @Test(arguments: [30, 10])
    func `C6, C21 a server that is killed with the tenant's answer loses no login`(overlap: Int) async throws {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(overlap) }
        let database = try await PostgresProgram.shared.value.database()
        var kept = login.expired
        let rounds = Self.isLong ? 25 : 1
        for _ in 0..<rounds {
            try await login.manager(store: try database.store()).save(kept)
            try await login.kill("killed-by-answer", 0, in: database, lastSecondOf: overlap) {
                kept = try await $0.credentials().expiring(in: -3_600)
            }
        }

        // Each round sent its refresh token twice.
        #expect(login.tokenRequests == 2 * rounds && login.tenant.counters.refreshTokenReuses == 0)
        print("soak: \(rounds) of \(rounds) kills with the answer recovered on PostgreSQL, overlap \(overlap) s")
    }

    @Test(arguments: [600, -600, 172_800, -172_800] as [TimeInterval])
    func `C22 servers whose clocks differ share one renewal, from any of them`(first: TimeInterval) async throws {
        let login = try await KeptLogin()
        let database = try await PostgresProgram.shared.value.database()
        try await login.manager(store: try database.store()).save(login.expired.expiring(in: -200_000))
        let renewed = try await credentials(of: login, in: database, clock: first)

        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for offset in [600, -600, 172_800, -172_800, 0] as [TimeInterval] {
                group.addTask { try await credentials(of: login, in: database, clock: offset).accessToken }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(tokens == [renewed.accessToken] && login.tokenRequests == 1)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
        // By its own clock, as it has no other.
        #expect(abs(renewed.expiresIn.timeIntervalSince(login.credentials.expiresIn) - first) < 600)
    }

    private func credentials(
        of login: KeptLogin, in database: TestDatabase, clock offset: TimeInterval
    ) async throws -> Credentials {
        let date = MovableDate()
        date.move(by: offset)
        return try await login.manager(store: try database.store()) { $0.clock = date.clock }.credentials()
    }

    private func statuses(of login: KeptLogin, in database: TestDatabase) async throws -> Set<Int32> {
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<size.processes {
                group.addTask { try await login.run("expiries", size.tasks, size.expiries, in: database) }
            }
            return try await group.reduce(into: []) { $0.insert($1) }
        }
    }
}

extension KeptLogin {
    /// Runs a server that is killed, and calls `recover` with another one, which knows nothing but what is stored.
    ///
    /// The tenant's clock stands still, so that a busy machine does not use up the overlap, and shows its last second
    /// when the other server begins. `RenewalStateTests` has the time after which a server begins.
    fileprivate func kill(
        _ task: String, _ number: Int, in database: TestDatabase, lastSecondOf overlap: Int,
        recover: (CredentialsManager) async throws -> Void
    ) async throws {
        tenant.clock.stop()
        defer { tenant.clock.start() }
        #expect(try await run(task, number, in: database) == 128 + SIGKILL)
        tenant.clock.advance(by: .seconds(overlap - 1))
        defer { tenant.clock.advance(by: .seconds(1 - overlap)) }
        try await recover(manager(store: try database.store()))
    }
}
