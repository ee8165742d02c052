import PostgresDatabases
import SecretStorage
import TestEvents
import Testing

@testable import PostgresStore

/// Secrets that were read, and know from announcements whether they are current.
@Suite(.timeLimit(.minutes(30))) struct ChangeTests {
    @Test func `postgres-p1 a current secret is answered without a statement`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        let read = try #require(try store.storedSecret(named: .john))
        #expect(await SystemState.reaches { read.isCurrent })
        // With the table locked, every statement would wait.
        let lock = try await TableLock(of: database, on: server)

        let answers = (0..<10_000).filter { _ in read.isCurrent }.count

        #expect(answers == 10_000)
        try await lock.release()
    }

    @Test(arguments: ["DELETE FROM auth0_streams.secrets", "TRUNCATE auth0_streams.secrets"])
    func `a change by an administrator is noticed`(statement: String) async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        let read = try #require(try store.storedSecret(named: .john))
        #expect(await SystemState.reaches { read.isCurrent })

        try await server.sql(statement, in: database.name)

        #expect(await SystemState.reaches { !read.isCurrent })
        #expect(try !store.replace(read, named: .john, with: SecretBytes([2])))
    }

    @Test func `a secret is in doubt when the announcements were interrupted`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        let read = try #require(try store.storedSecret(named: .john))
        #expect(await SystemState.reaches { read.isCurrent })

        try await server.disconnectAll(database)

        #expect(await SystemState.reaches { !read.isCurrent })
        // The secret is read again over a new connection, is current again, and the old one still is what is replaced.
        #expect(await SystemState.reaches { (try? store.storedSecret(named: .john))??.isCurrent == true })
        #expect(!read.isCurrent)
        #expect(try store.replace(read, named: .john, with: SecretBytes([2])))
    }

    @Test func `an own write does not hide the write of another process that was announced meanwhile`() {
        let tracker = ChangeTracker()
        tracker.begin()
        tracker.confirm(until: .now + .seconds(3_600))
        let id: [UInt8] = [1]
        let reading = tracker.track(id)

        let previous = tracker.announced(id)
        tracker.note(id, version: 3)
        tracker.noteOwn(id, version: 2, after: previous)

        #expect(!reading.isCurrent(2))
        #expect(reading.isCurrent(3))
    }

    @Test func `an own write is known before it is announced`() {
        let tracker = ChangeTracker()
        tracker.begin()
        tracker.confirm(until: .now + .seconds(3_600))
        let reading = tracker.track([1])

        tracker.noteOwn([1], version: 2, after: tracker.announced([1]))

        #expect(!reading.isCurrent(1))
        #expect(reading.isCurrent(2))
    }

    @Test func `an observer learns of writes and removals by other processes, and of interruptions`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let (store, other) = (try database.store(), try database.store())
        let told = EventCounter()
        var observation = store.observe(.john) { told.add() }
        try await told.reaches(1)

        try await other.setSecret(SecretBytes([1]), named: .john)
        try await told.reaches(2)
        try await other.setSecret(SecretBytes([1]), named: SecretName(service: "app", account: "jane"))
        try await other.removeSecret(named: .john)
        try await told.reaches(3)
        try await server.disconnectAll(database)
        try await told.reaches(4)

        #expect(observation != nil)
        observation = nil
        let second = EventCounter()
        let kept = store.observe(.john) { second.add() }
        try await other.setSecret(SecretBytes([1]), named: .john)
        try await second.reaches(1)
        #expect(told.count == 4)
        withExtendedLifetime(kept) {}
    }

    @Test func `C3 a lock is taken back after an interruption`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let (store, other) = (try database.store(), try database.store())
        let lock = try store.renewalLock(of: .john, until: .now)

        try await server.disconnectAll(database)

        let locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        var count = "0"
        for _ in 0..<600 where count != "1" {
            count = try await server.sql(
                locks + " AND database = (SELECT oid FROM pg_database WHERE datname = '\(database.name)')")
        }
        #expect(count == "1")
        #expect(throws: SecretStoreError(.lockTimeout)) { try other.renewalLock(of: .john, until: .now) }
        withExtendedLifetime(lock) {}
    }

    @Test func `a write under a lock is announced to the fleet, and nothing else`() async throws {
        let store = try await PostgresProgram.shared.value.database().store()
        try await store.setSecret(SecretBytes([1]), named: .john)

        let announcements = try await store.offPool {
            let listener = try store.connector.connect(for: .calls, until: .now + .seconds(60), interrupt: nil)
            try listener.run("LISTEN auth0_streams")
            var lock: (any RenewalLock)? = try store.renewalLock(of: .john, until: .now + .seconds(60))
            let read = try #require(try store.storedSecret(named: .john))
            #expect(try lock != nil && store.replace(read, named: .john, with: SecretBytes([2])))
            lock = nil
            // The connection releases the first lock before it takes another one.
            _ = try store.renewalLock(of: SecretName(service: "app", account: "other"), until: .now + .seconds(60))
            try listener.run("NOTIFY auth0_streams, 'end'")
            var announcements: [String] = []
            while announcements.last != "end" { announcements += try listener.notifications() }
            return announcements
        }

        #expect(announcements.count == 2 && announcements[0].hasPrefix("changed "))
    }

    @Test func `C8 a sign-out during the renewal is not undone by the holder of the lock`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let (store, other) = (try database.store(), try database.store())
        try await store.setSecret(SecretBytes([1]), named: .john)
        let lock = try store.renewalLock(of: .john, until: .now)
        let read = try #require(try store.storedSecret(named: .john))

        try await other.removeSecret(named: .john)

        #expect(try !store.replace(read, named: .john, with: SecretBytes([2])))
        #expect(try await other.secret(named: .john) == nil)
        withExtendedLifetime(lock) {}
    }
}
