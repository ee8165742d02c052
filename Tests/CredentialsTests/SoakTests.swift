import Auth0
import Foundation
import Glibc
import TenantEmulator
import Testing

/// The long forms of the tests of several processes, for `make soak`; a short form runs with every test.
@Suite(.timeLimit(.minutes(30))) struct SoakTests {
    private static let isLong = ProcessInfo.processInfo.environment["SOAK"] == "long"

    @Test func `C1 tokens of two seconds, and processes whose tasks ask all the time: one request for each expiry`()
        async throws
    {
        let login = try await KeptLogin { $0.accessTokenLifetime = .seconds(2) }
        try await login.manager().save(login.expired)
        let (processes, tasks, expiries) = Self.isLong ? (32, 32, 10) : (3, 4, 2)

        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<processes { group.addTask { try await login.run("expiries", tasks, expiries) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(statuses == [0])
        let requests = login.tokenRequests
        #expect(requests == login.tenant.counters.renewals && requests >= expiries)
        login.expectOneRequestForEachExpiry(of: 2)
        print("soak: \(processes) processes, \(tasks) tasks each, \(requests) renewals, 0 reuses")
    }

    @Test func `C4, C6 a process that is killed at any moment of its renewals loses no login`() async throws {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(600) }
        try await login.manager().save(login.credentials)
        let rounds = Self.isLong ? 1_000 : 3

        for _ in 0..<rounds {
            #expect(try await login.run("killed-after", .random(in: 0...30_000)) == 128 + SIGKILL)
            // A manager that knows nothing but what is stored.
            _ = try await login.manager().renew()
        }

        #expect(login.tenant.counters.refreshTokenReuses == 0)
        #expect(login.manager().hasValid())
    }
}
