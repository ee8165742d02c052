import PostgresDatabases
import SecretStorage
import Synchronization
import TestEvents
import Testing

@testable import PostgresStore

/// A server that ends and starts again.
@Suite(.timeLimit(.minutes(30))) struct RestartTests {
    @Test func `calls survive a crash of the server, and fail in a typed way while it is away`() async throws {
        let server = try await PostgresProgram()
        let database = try await server.database()
        let (store, hasty) = (try database.store(), try database.store(timeout: .seconds(3)))
        try await store.setSecret(SecretBytes([1]), named: .john)
        #expect(try await hasty.secret(named: .john)?.bytes == [1])
        let read = try #require(try store.storedSecret(named: .john))
        let lock = try store.renewalLock(of: .john, until: .now)

        try await server.crash()

        let error = await #expect(throws: SecretStoreError(.unavailable)) { try await hasty.secret(named: .john) }
        #expect(error?.isRetryable == true)
        #expect(throws: SecretStoreError(.unavailable)) { try hasty.renewalLock(of: .john, until: .now) }
        #expect(await SystemState.reaches { !read.isCurrent })
        let waiting = Task { try await store.secret(named: .john)?.bytes }
        try await server.start()

        #expect(try await waiting.value == [1])
        #expect(try await hasty.secret(named: .john)?.bytes == [1])
        #expect(try store.replace(read, named: .john, with: SecretBytes([2])))
        #expect(await SystemState.reaches { (try? store.storedSecret(named: .john))??.isCurrent == true })
        #expect(try await hasty.secret(named: .john)?.bytes == [2])
        withExtendedLifetime(lock) {}
        try await server.crash()
    }

    @Test func `C21 a lost lock that is released makes no attempt to connect urgent`() async throws {
        let server = try await PostgresProgram()
        let database = try await server.database()
        let store = try PostgresStore(at: server.address("127.0.0.1", database, security: .automatic))
        let attempts: FakeServer
        do {
            let lock = try store.renewalLock(of: .john, until: .now)
            try await server.crash()
            attempts = try FakeServer(answering: [FakeServer.starting], at: server.port)
            try await attempts.clients.reaches(1)
            withExtendedLifetime(lock) {}
        }
        let (start, count) = (ContinuousClock.now, attempts.clients.count)

        try await attempts.clients.reaches(count + 20)

        // An urgent attempt comes a tenth of a second after the last one.
        #expect(ContinuousClock.now - start > .seconds(5))
        withExtendedLifetime(store) {}
    }

    @Test func `writes of many tasks survive lost connections one by one`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        for number in 0..<8 { try await store.setSecret(SecretBytes([0]), named: Self.name(number)) }

        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    try await store.offPool {
                        for round in 1...50 {
                            let read = try #require(try store.storedSecret(named: Self.name(number)))
                            #expect(read.secret.bytes == [UInt8(round - 1)])
                            // It is repeated over a new connection, and succeeds once.
                            #expect(
                                try store.replace(read, named: Self.name(number), with: SecretBytes([UInt8(round)])))
                        }
                    }
                }
            }
            group.addTask { for _ in 1...10 { try await server.disconnectAll(database) } }
            try await group.waitForAll()
        }

        for number in 0..<8 { #expect(try await store.secret(named: Self.name(number))?.bytes == [50]) }
    }

    @Test func `a write goes to a new connection when the server has closed the idle one`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store(connections: 1)
        try await store.setSecret(SecretBytes([1]), named: .john)

        try await server.disconnectAll(database)
        while try await server.connections(database) > 0 {}

        // It is not repeated, so it succeeds only if it is sent once, over the new connection.
        try await store.setSecret(SecretBytes([2]), named: .john)
        #expect(try await store.secret(named: .john)?.bytes == [2])
    }

    @Test func `C34 a call to a standby is repeated with pauses, and its error names the standby`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        let store = try database.store(timeout: .seconds(3))
        try await server.sql("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
        try await server.disconnectAll(database)
        let attempts = Mutex(0)

        let error = await #expect(throws: SecretStoreError(.unavailable)) {
            try await store.pool.run(isRepeatable: true) { [table = store.table] connection in
                attempts.withLock { $0 += 1 }
                return try table.removeExpired(1, connection)
            }
        }

        #expect(error?.detail?.contains("SQLSTATE 25006") == true, "\(error?.detail ?? "")")
        // Two at once, then after 20, 40, 80, 160, 320, 500 … ms at the least.
        #expect((2...12).contains(attempts.withLock(\.self)))
    }

    @Test func `C35 a repetition that fails at the end of the time names its own reason`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        let store = try database.store(timeout: .seconds(3))
        let attempts = Mutex(0)

        await #expect(throws: SecretStoreError(.corrupt)) {
            try await store.pool.run(isRepeatable: true) { connection in
                let attempt = attempts.withLock { count in
                    count += 1
                    return count
                }
                if attempt == 1 {
                    try connection.run("SELECT pg_terminate_backend(pg_backend_pid()); SELECT pg_sleep(60)")
                }
                // Until the end of the time.
                _ = try? connection.run("SELECT pg_sleep(60)")
                throw SecretStoreError(.corrupt)
            }
        }

        #expect(attempts.withLock(\.self) == 2)
    }

    @Test func `C8 the repetition of a replacement succeeds, but not over a later one`() async throws {
        let store = try await PostgresProgram.shared.value.database().store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        let stored = try await store.pool.run(isRepeatable: true) { try store.table.read(.john, $0) }
        let row = try #require(stored)
        let new = try store.table.replacement(of: row, by: SecretBytes([2]))

        let answers = try await store.pool.run(isRepeatable: true) { connection in
            [try store.table.replace(row, by: new, connection), try store.table.replace(row, by: new, connection)]
        }
        #expect(answers == [true, true])
        try await store.setSecret(SecretBytes([3]), named: .john)
        let late = try await store.pool.run(isRepeatable: true) { try store.table.replace(row, by: new, $0) }
        #expect(!late)
        #expect(try await store.secret(named: .john)?.bytes == [3])
    }

    private static func name(_ number: Int) -> SecretName { SecretName(service: "app", account: "\(number)") }
}
