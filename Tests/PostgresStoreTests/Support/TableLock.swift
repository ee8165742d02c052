import LinuxSystemCalls
import PostgresDatabases
import PostgresStore
import ProgramRunner
import TestEvents

/// The table of a store, locked by another client so that every statement waits.
struct TableLock {
    private let server: PostgresProgram
    private let database: TestDatabase
    private let holder: Task<Void, Never>

    init(of database: TestDatabase, on server: PostgresProgram) async throws {
        (self.database, self.server) = (database, server)
        holder = Task {
            // It ends with an error when the lock is released.
            _ = try? await server.sql(
                "BEGIN; LOCK TABLE auth0_streams.secrets; SELECT pg_sleep(300)", in: database.name)
        }
        while try await server.count(
            """
            FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation IS NOT NULL
            AND relation = 'auth0_streams.secrets'::regclass
            """, in: database) == 0
        {}
    }

    func release() async throws {
        try await server.sql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '\(database.name)' AND query LIKE 'BEGIN; LOCK TABLE%'
            """)
        await holder.value
    }
}

extension PostgresProgram {
    /// Returns the server that all tests share, and a new database of it.
    static func withDatabase() async throws -> (server: PostgresProgram, database: TestDatabase) {
        let server = try await shared.value
        return (server, try await server.database())
    }

    /// Counts rows.
    func count(_ query: String, in database: TestDatabase) async throws -> Int {
        Int(try await sql("SELECT count(*) \(query)", in: database.name)) ?? -1
    }

    /// The number of connections of stores, those with a condition.
    func connections(_ database: TestDatabase, where condition: String = "true") async throws -> Int {
        try await count(
            """
            FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'auth0-streams'
            AND \(condition)
            """, in: database)
    }

    /// Ends the connections of all stores, and waits until they have ended: a connection that ends during a write fails
    /// it.
    func disconnectAll(_ database: TestDatabase) async throws {
        try await sql(
            """
            SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
            WHERE datname = '\(database.name)' AND application_name = 'auth0-streams'
            """)
    }
}

extension PostgresStore {
    /// Creates a store with the key of ``TestDatabase``.
    convenience init(at server: PostgresServer, timeout: Duration = .seconds(10)) throws {
        self.init(
            server: server, keys: try SealingKeyRing(current: "a", keys: ["a": TestDatabase.key]), timeout: timeout)
    }
}
