import Glibc
import PostgresDatabases
import PostgresStore
import SecretStorage
import Synchronization
import TestEvents
import Testing

/// The locks of renewals over connections and processes.
@Suite(.timeLimit(.minutes(30))) struct LockTests {
    @Test func `C1 other processes wait for the lock, and notice the replaced secret`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let store = try database.store()
        try await store.setSecret(SecretBytes([0]), named: .john)
        let read = try #require(try store.storedSecret(named: .john))

        await withTaskGroup { group in
            for _ in 1...3 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [database = database as TestDatabase] in
                        let store = try database.store()
                        for _ in 1...5 {
                            let lock = try store.renewalLock(of: .john, until: .now + .seconds(120))
                            let read = try #require(try store.storedSecret(named: .john))
                            let next = SecretBytes([read.secret.bytes[0] + 1])
                            // Under the lock no other process comes in between.
                            #expect(try store.replace(read, named: .john, with: next))
                            withExtendedLifetime(lock) {}
                        }
                    }
                }
            }
        }

        #expect(!read.isCurrent)
        #expect(try await store.secret(named: .john)?.bytes == [15])
    }

    @Test func `C3 the server releases the lock of a killed process`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let store = try database.store()
        await #expect(processExitsWith: .signal(9)) { [database = database as TestDatabase] in
            let lock = try database.store().renewalLock(of: .john, until: .now)
            withExtendedLifetime(lock) { _ = kill(getpid(), SIGKILL) }
        }

        _ = try store.renewalLock(of: .john, until: .now + .seconds(60))
    }

    @Test func `C1 threads and stores hold the lock one at a time`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let stores = [try database.store(), try database.store()]
        let holders = Holders()

        let isDone = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<32 {
                group.addTask {
                    let result: Void? = try? await stores[index % 2].offPool {
                        let lock = try stores[index % 2].renewalLock(of: .john, until: .now + .seconds(60))
                        holders.enter()
                        holders.leave()
                        withExtendedLifetime(lock) {}
                    }
                    return result != nil
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }

        #expect(isDone)
        #expect(holders.most == 1)
    }

    @Test func `C3 a lock keeps its store, and ends with it`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let other = try database.store()
        var lock: (any RenewalLock)? = try database.store().renewalLock(of: .john, until: .now)

        #expect(throws: SecretStoreError(.lockTimeout)) { try other.renewalLock(of: .john, until: .now) }
        #expect(lock != nil)
        lock = nil
        _ = try other.renewalLock(of: .john, until: .now + .seconds(60))
    }

    @Test func `C3 a lock that another client took during an interruption is known to be lost until it is free`()
        async throws
    {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        let lock = try store.renewalLock(of: .john, until: .now)
        #expect(lock.isHeld)
        // It waits in the server's queue, so it is the next holder whenever the connection ends.
        let next = Task {
            _ = try? await server.sql(
                "SELECT pg_advisory_lock(classid::bigint << 32 | objid::bigint), pg_sleep(300) FROM pg_locks \(Self.ours)",
                in: database.name)
        }
        while try await server.count("FROM pg_locks \(Self.ours) AND NOT granted", in: database) != 1 {}

        try await server.disconnectAll(database)

        // The end of the connection may be noticed after this.
        #expect(await SystemState.reaches { !lock.isHeld })
        #expect(await SystemState.reaches { (try? store.storedSecret(named: .john))??.isCurrent == true })
        #expect(!lock.isHeld)
        try await server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_locks \(Self.ours)", in: database.name)
        await next.value
        #expect(await SystemState.reaches { lock.isHeld })
        #expect(throws: SecretStoreError(.lockTimeout)) { try database.store().renewalLock(of: .john, until: .now) }
    }

    private static let ours = """
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    @Test func `C3 a waiting call returns at its deadline`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let (store, other) = (try database.store(), try database.store())
        let lock = try store.renewalLock(of: .john, until: .now)
        let start = ContinuousClock.now

        #expect(throws: SecretStoreError(.lockTimeout)) {
            try other.renewalLock(of: .john, until: .now + .milliseconds(200))
        }
        #expect(throws: SecretStoreError(.lockTimeout)) {
            try store.renewalLock(of: .john, until: .now + .milliseconds(200))
        }

        #expect(ContinuousClock.now - start < .seconds(20))
        withExtendedLifetime(lock) {}
    }
}

/// The threads that hold a lock now.
private final class Holders: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func enter() {
        counts.withLock { counts in
            counts.now += 1
            counts.most = max(counts.most, counts.now)
        }
    }

    func leave() { counts.withLock { $0.now -= 1 } }
}
