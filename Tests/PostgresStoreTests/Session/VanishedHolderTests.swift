import Foundation
import Glibc
import LinuxSystemCalls
import PostgresDatabases
import PostgresStore
import ProgramRunner
import SecretStorage
import TestEvents
import Testing

/// Holders of locks that lose their connection, their machine or their life.
@Suite(.timeLimit(.minutes(30))) struct VanishedHolderTests {
    private let folder = TemporaryFolder()

    /// Starts a process that takes the lock, and waits until it has it.
    private func holder(
        of database: TestDatabase, at address: String, in namespace: String? = nil
    ) async throws -> Int32 {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "LockProgram").path
        let start = ProgramStart([program, try database.text, address, folder.path] + (namespace.map { [$0] } ?? []))
        let process = try start.spawn()
        _ = try #require(await time(of: "held"))
        return process
    }

    private func end(_ process: Int32) {
        kill(process, SIGKILL)
        ProgramEnd.wait(for: process)
    }

    /// Waits for an event of the process.
    ///
    /// - Returns: Its time; `nil` after a minute.
    private func time(of event: String) async -> UInt64? {
        let path = folder.path + "/" + event
        guard await SystemState.reaches(within: .seconds(60), { access(path, F_OK) == 0 }) else { return nil }
        return (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { UInt64($0) }
    }

    /// Waits for the number of locks in a database, measured by the server: on a busy machine, the start of a program
    /// that asks for it takes seconds.
    ///
    /// - Returns: The time of the wait; `nil` after a minute.
    private func wait(
        for count: Int, in database: TestDatabase, on server: PostgresProgram
    ) async throws -> Duration? {
        let milliseconds = try await server.sql(
            """
            DO $$ DECLARE start timestamptz := clock_timestamp(); BEGIN
                WHILE (\(PostgresProgram.countOfLocks)) <> \(count)
                    AND clock_timestamp() < start + interval '1 minute'
                LOOP PERFORM pg_sleep(0.01); END LOOP;
                PERFORM set_config(
                    'test.wait', (extract(epoch FROM clock_timestamp() - start) * 1000)::int::text, false);
            END $$; SELECT current_setting('test.wait')
            """, in: database.name)
        return Int(milliseconds).flatMap { $0 < 60_000 ? .milliseconds($0) : nil }
    }

    @Test(.enabled(if: NetworkNamespace.isPossible, "only root makes a network namespace"))
    func `C21 the locks of a machine that has vanished are free within seconds, and known there to be lost before`()
        async throws
    {
        let machine = try await NetworkNamespace()
        let server = try await PostgresProgram(address: machine.address)
        let database = try await server.database()
        let process = try await holder(of: database, at: machine.address, in: machine.path)
        defer { end(process) }

        try await machine.setCable(isCut: true)

        let freed = try #require(try await wait(for: 0, in: database, on: server))
        let now = MonotonicClock.now
        // A connection for calls ends after 90 s.
        #expect(freed < .seconds(30))
        #expect(try #require(await time(of: "lost")) <= now)
        try await machine.setCable(isCut: false)
        let mended = MonotonicClock.now
        let time = try #require(await time(of: "back"))
        let back = Duration.nanoseconds(Int64(time) - Int64(mended))
        // An attempt to connect that began before takes as long.
        #expect(back < .seconds(10))
        print("figures: vanished machine: free after \(freed), back \(back) after the cable was mended")
    }

    @Test func `C21 a holder takes its lock back as soon as a restarted server accepts connections`() async throws {
        let server = try await PostgresProgram()
        let database = try await server.database()
        let process = try await holder(of: database, at: "127.0.0.1")
        defer { end(process) }

        try await server.crash()
        #expect(await time(of: "lost") != nil)
        try await server.start()
        let started = MonotonicClock.now

        let back = Duration.nanoseconds(Int64(try #require(await time(of: "back"))) - Int64(started))
        #expect(back < .seconds(4))
        print("figures: restarted server: back \(back) after its start")
        try await server.crash()
    }

    @Test func `C21 a thousand locks are taken back at once`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        let locks = try await store.offPool {
            try (0..<1_000).map {
                try store.renewalLock(of: SecretName(service: "app", account: "\($0)"), until: .now + .seconds(60))
            }
        }

        try await server.disconnectAll(database)

        let back = try #require(try await wait(for: 1_000, in: database, on: server))
        #expect(await SystemState.reaches { locks.allSatisfy(\.isHeld) })
        print("figures: 1,000 locks: back after \(back)")
    }

    @Test func `C21, C3 a stopped process keeps its lock until it is killed`() async throws {
        let database = try await PostgresProgram.withDatabase().database
        let process = try await holder(of: database, at: "127.0.0.1")
        defer { end(process) }
        let other = try database.store()

        kill(process, SIGSTOP)

        // Longer than the server waits for a machine that has vanished.
        await #expect(throws: SecretStoreError(.lockTimeout)) {
            try await other.offPool { _ = try other.renewalLock(of: .john, until: .now + .seconds(8)) }
        }
        kill(process, SIGKILL)
        try await other.offPool { _ = try other.renewalLock(of: .john, until: .now + .seconds(60)) }
    }
}
