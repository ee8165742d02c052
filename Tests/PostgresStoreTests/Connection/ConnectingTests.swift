import Foundation
import Glibc
import LinuxSystemCalls
import PostgresDatabases
import ProgramRunner
import SecretStorage
import TestEvents
import Testing

@testable import PostgresStore

/// The way to a server: names, refusals, and the number of connections.
@Suite(.timeLimit(.minutes(30))) struct ConnectingTests {
    private func store(
        _ host: String, _ port: UInt16, database: String = "shop", timeout: Duration = .seconds(3_600)
    ) throws -> PostgresStore {
        try PostgresStore(
            at: PostgresServer(
                host: host, port: port, database: database, user: "owner",
                password: SecretBytes(PostgresProgram.password.utf8)), timeout: timeout)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "::1", "/nowhere"])
    func `C34, C35 a server that is not there is an error at once, which names what was tried`(
        host: String
    ) async throws {
        let port = try FreePort.find()
        let store = try store(host, port)

        // The limit of the calls is an hour.
        let read = await #expect(throws: SecretStoreError(.unavailable)) { try await store.secret(named: .john) }
        let locked = await #expect(throws: SecretStoreError(.unavailable)) {
            try await store.offPool { _ = try store.renewalLock(of: .john, until: .now + .seconds(3_600)) }
        }

        for error in [read, locked] {
            let text = "\(String(describing: error))"
            for word in [host, "\(port)", "shop", "owner", "start it"] { #expect(text.contains(word), "\(text)") }
            #expect(!text.contains("canary"))
            #expect(error?.isRetryable == true)
        }
    }

    @Test func `C34 the wait for announcements and locks is part of a call's time limit`() async throws {
        let listener = try FakeServer(answering: [])
        let store = try store("127.0.0.1", listener.port, timeout: .seconds(4))

        // Measured by the thread that waits: a test may wait for seconds between two steps.
        let duration = try await store.offPool {
            ContinuousClock().measure {
                #expect(throws: SecretStoreError(.unavailable)) { _ = try store.storedSecret(named: .john) }
            }
        }

        // A second connection would have waited for as long again.
        #expect(duration < .seconds(7))
    }

    @Test func `C34 a new store waits for a server that is starting`() async throws {
        let server = try await PostgresProgram()
        let database = try await server.database()
        let store = try database.store(timeout: .seconds(3_600))
        try await store.setSecret(SecretBytes([1]), named: .john)
        try await server.crash()
        let reading = Task { try await store.secret(named: .john)?.bytes }

        // A store that was connected does not give up within the second of one that was not.
        await #expect(throws: SecretStoreError(.unavailable)) {
            try await database.store(timeout: .seconds(3_600)).secret(named: .john)
        }
        try await server.start()

        #expect(try await reading.value == [1])
        try await server.crash()
    }

    @Test(.enabled(if: NetworkNamespace.isPossible, "only root makes a network namespace"))
    func `C34 a name server that does not answer does not delay a call beyond its time limit`() async throws {
        let machine = try await NetworkNamespace()
        let folder = TemporaryFolder()
        try "nameserver \(machine.address)\n".write(
            toFile: folder.path + "/resolv.conf", atomically: true, encoding: .utf8)
        try await machine.setCable(isCut: true)
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "LockProgram").path
        let database = try TestDatabase(folder: "", port: 5432, name: "shop").text
        // The shell measures the milliseconds, because this test may wait for a thread of its own process.
        let script = """
            mount --bind "$1" /etc/resolv.conf && shift
            start=$(date +%s%N); "$@"; echo "took $((($(date +%s%N) - start) / 1000000))"
            """

        // libc waits for 10 seconds, and its attempts take turns with longer ones.
        let run = try await ProgramRun(
            "/usr/bin/unshare",
            [
                "-m", "/bin/sh", "-c", script, "sh", folder.path + "/resolv.conf", program, database, "db.example.com",
                folder.path, machine.path,
            ], environment: ["LIMIT": "1", "PATH": "/usr/sbin:/usr/bin:/bin"])

        let text = String(decoding: run.output, as: UTF8.self)
        let time = text.firstMatch(of: /took (\d+)/).flatMap { Int($0.1) }
        #expect(try #require(time, "\(text)") < 9_000)
        #expect(text.contains("name server did not answer in time") && text.contains("db.example.com"), "\(text)")
    }

    @Test func `C34 a store that is created while no descriptor is free works when there are some`() async throws {
        let database = try await PostgresProgram.shared.value.database()

        await #expect(processExitsWith: .success) { [database = database as TestDatabase] in
            // The libraries have opened their descriptors afterwards.
            try database.store().setSecret(SecretBytes([1]), named: .john)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(files, &limit)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            setrlimit(files, &none)
            let store = try database.store()
            setrlimit(files, &limit)

            #expect(try store.storedSecret(named: .john)?.secret.bytes == [1])
        }
    }

    @Test func `C34 a connection that no call uses is closed, and opened again for the next call`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store(idleLimit: .zero)
        try await store.setSecret(SecretBytes([1]), named: .john)

        while try await server.connections(database) > 0 {}

        let reads = (0..<50).map { _ in Task { try await store.secret(named: .john)?.bytes } }
        for read in reads { #expect(try await read.value == [1]) }
        while try await server.connections(database) > 0 {}
    }

    @Test func `C34 calls that follow each other need one connection`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()

        for number in 0..<200 { try await store.setSecret(SecretBytes([UInt8(number)]), named: .john) }

        #expect(try await server.connections(database) == 1)
        withExtendedLifetime(store) {}
    }

    @Test func `C34 thirty-two processes share the forty connections of a server`() async throws {
        let server = try await PostgresProgram(settings: ["max_connections": "40"])
        let database = try await server.database()
        let first = try database.store()
        try await first.setSecret(SecretBytes([1]), named: .john)

        let failures = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    do {
                        let store = try database.store(timeout: .seconds(600))
                        let read = try await store.offPool { try store.storedSecret(named: .john) }
                        guard read?.secret.bytes == [1] else { return 24 }
                        return await Self.failures(of: 24, in: store)
                    } catch { return 24 }
                }
            }
            return await group.reduce(0, +)
        }

        #expect(failures == 0)
        try await server.crash()
    }

    private static func failures(of calls: Int, in store: PostgresStore) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<calls {
                group.addTask { (try? await store.secret(named: .john)?.bytes) == [1] }
            }
            return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
        }
    }

    @Test func `C34 a database with few connections left counts as crowded`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store(connections: 1)
        let isCrowded = { @Sendable in
            try await store.pool.run(isRepeatable: true) { try $0.execute(.isCrowded).isTrue(0, 0) }
        }
        #expect(try await !isCrowded())

        try await server.sql("ALTER DATABASE \(database.name) CONNECTION LIMIT 1")

        #expect(try await isCrowded())
    }
}
