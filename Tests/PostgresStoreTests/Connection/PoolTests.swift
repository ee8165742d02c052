import PostgresDatabases
import PostgresStore
import SecretStorage
import TestEvents
import Testing

/// The bounded pool of connections.
@Suite(.timeLimit(.minutes(30))) struct PoolTests {
    @Test func `opens no more connections than it may`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store(connections: 3)
        try await store.setSecret(SecretBytes([1]), named: .john)
        let lock = try await TableLock(of: database, on: server)

        let reads = (0..<50).map { _ in Task { try await store.secret(named: .john)?.bytes } }
        while try await server.connections(database, where: "wait_event_type = 'Lock'") < 3 {}

        #expect(try await server.connections(database) == 3)
        try await lock.release()
        for read in reads { #expect(try await read.value == [1]) }
        #expect(try await server.connections(database) == 3)
    }

    @Test(arguments: [1, 2]) func `blocking calls and tasks share the connections, and none of them waits for ever`(
        connections: Int
    ) async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store(connections: connections)
        try await store.setSecret(SecretBytes([1]), named: .john)

        let (failures, most) = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<12 {
                group.addTask {
                    var (failures, most) = (0, 0)
                    for _ in 0..<50 {
                        let read =
                            number.isMultiple(of: 2)
                            ? try await store.secret(named: .john)
                            : try await store.offPool { try store.secret(named: .john) }
                        if read?.bytes != [1] { failures += 1 }
                        if number == 0 { most = max(most, try await server.connections(database)) }
                    }
                    return (failures, most)
                }
            }
            return try await group.reduce((0, 0)) { ($0.0 + $1.0, max($0.1, $1.1)) }
        }

        #expect(failures == 0)
        #expect(most == connections)
    }

    @Test func `a call waits no longer than the time limit for a connection or an answer`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        let store = try database.store(connections: 1, timeout: .seconds(3))
        _ = try await store.secret(named: .john)
        let lock = try await TableLock(of: database, on: server)
        let start = ContinuousClock.now

        let reads = (0..<8).map { _ in Task { try await store.secret(named: .john) } }
        for read in reads {
            let error = await #expect(throws: SecretStoreError(.unavailable)) { try await read.value }
            #expect(error?.isRetryable == true)
        }

        #expect(ContinuousClock.now - start < .seconds(30))
        try await lock.release()
    }

    @Test func `a cancelled task ends its statement on the server`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        // Nothing else than the cancellation ends the statement in the time of this test.
        let store = try database.store(connections: 1, timeout: .seconds(3_600))
        try await store.setSecret(SecretBytes([1]), named: .john)
        let lock = try await TableLock(of: database, on: server)
        let running = Task { try await store.setSecret(SecretBytes([2]), named: .john) }
        while try await server.connections(database, where: "wait_event_type = 'Lock'") < 1 {}
        let waiting = Task { try await store.setSecret(SecretBytes([3]), named: .john) }

        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }

        while try await server.connections(database, where: "wait_event_type = 'Lock'") > 0 {}
        try await lock.release()
        #expect(try await store.secret(named: .john)?.bytes == [1])
    }

    @Test func `a cancelled task does not wait for a server that hangs`() async throws {
        let server = try await PostgresProgram()
        let database = try await server.database()
        let store = try database.store(connections: 1, timeout: .seconds(3_600))
        try await store.setSecret(SecretBytes([1]), named: .john)
        let lock = try await TableLock(of: database, on: server)
        let running = Task { try await store.setSecret(SecretBytes([2]), named: .john) }
        while try await server.connections(database, where: "wait_event_type = 'Lock'") < 1 {}
        // Its kernel accepts the connection of the cancellation, and no process reads from it.
        try await server.signal("STOP")

        running.cancel()

        await #expect(throws: CancellationError.self) { try await running.value }
        try await server.signal("CONT")
        try await lock.release()
        try await server.crash()
    }

    @Test func `a task that is cancelled already sends nothing`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        let task = Task {
            _ = try? await EventCounter().reaches(1)
            try await store.setSecret(SecretBytes([1]), named: .john)
        }

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await server.connections(database) == 0)
    }

    @Test func `connections end with the store`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        var store: PostgresStore? = try database.store()
        try await store?.setSecret(SecretBytes([1]), named: .john)
        _ = try store?.storedSecret(named: .john)
        #expect(try await server.connections(database) == 2)

        store = nil

        while try await server.connections(database) > 0 {}
    }
}
