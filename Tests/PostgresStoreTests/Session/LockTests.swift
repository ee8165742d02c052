import Glibc
import LinuxSystemCalls
import PostgresDatabases
import SecretStorage
import Synchronization
import TestEvents
import Testing

@testable import PostgresStore

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

    @Test func `C3 a call that waits for a lock that was taken back costs hardly any processor time`() async throws {
        let database = try await PostgresProgram.shared.value.database()

        // In a process of its own, to which no other test adds time.
        await #expect(processExitsWith: .success) { [database = database as TestDatabase] in
            let store = try database.store()
            try store.setSecret(SecretBytes([1]), named: .john)
            let lock = try store.renewalLock(of: .john, until: .now)
            // It waits until the process ends.
            _ = BackgroundThread.start(named: "test-waiting") {
                _ = try? store.renewalLock(of: .john, until: .now + .seconds(3_600))
            }
            try loseLock(of: store)
            #expect(SystemState.blocks { lock.isHeld })

            // A virtual machine may count time in which its host ran another one: one of five waits has to be cheap.
            var least = Duration.seconds(60)
            for _ in 0..<5 where least >= .milliseconds(100) {
                let start = processorTime
                #expect(throws: SecretStoreError(.lockTimeout)) {
                    try store.renewalLock(of: .john, until: .now + .seconds(2))
                }
                least = min(least, processorTime - start)
            }

            #expect(least < .milliseconds(100))
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `C3 a waiting call returns at its deadline`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let (store, other) = (try database.store(), try database.store())
        let lock = try store.renewalLock(of: .john, until: .now)
        // It connects, for which the deadline does not count.
        #expect(throws: SecretStoreError(.lockTimeout)) { try other.renewalLock(of: .john, until: .now) }
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

/// Ends the connection with the locks of a store, and returns when another client has had its lock in between.
private func loseLock(of store: PostgresStore) throws {
    let connect = { @Sendable in try store.connector.connect(for: .calls, until: .now + .seconds(60), interrupt: nil) }
    let (taken, end) = (try #require(Wakeup()), try #require(Wakeup()))
    let other = try connect()
    try other.run(
        """
        CREATE VIEW public.locks AS SELECT *, classid::bigint << 32 | objid::bigint AS key FROM pg_locks
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """)
    _ = BackgroundThread.start(named: "test-rival") {
        guard let rival = try? connect() else { return }
        // It waits in the server's queue, so it is the next holder.
        _ = try? rival.run("SELECT pg_advisory_lock(key) FROM public.locks")
        taken.ring()
        withExtendedLifetime(rival) { _ = end.isRung(within: 60_000) }
    }
    #expect(SystemState.blocks { (try? other.run("SELECT FROM public.locks WHERE NOT granted").count) == 1 })
    try other.run("SELECT pg_terminate_backend(pid) FROM public.locks WHERE granted")
    #expect(taken.isRung(within: 60_000))
    #expect(SystemState.blocks { (try? store.storedSecret(named: .john))??.isCurrent == true })
    // The connection serves it after an attempt to take the lost lock back.
    _ = try store.renewalLock(of: SecretName(service: "app", account: "jane"), until: .now + .seconds(60))
    end.ring()
}

/// The processor time of this process.
private var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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
