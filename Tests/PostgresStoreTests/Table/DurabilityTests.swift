import PostgresDatabases
import SecretStorage
import Testing

@testable import PostgresStore

/// Secrets after a crash of the server.
@Suite(.timeLimit(.minutes(30))) struct DurabilityTests {
    private let other = SecretName(service: "app", account: "jane")

    @Test(arguments: [
        "ALTER ROLE owner SET synchronous_commit = off", "ALTER DATABASE %@ SET synchronous_commit = off",
        "ALTER SYSTEM SET synchronous_commit = off",
    ])
    func `C24 what was stored or removed survives a crash, also where synchronous_commit is off`(
        setting: String
    ) async throws {
        let server = try await PostgresProgram()
        let database = try await server.database()
        // The server itself writes what no transaction waits for once in ten seconds.
        try await server.sql("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try await server.sql(setting.replacing("%@", with: database.name))
        try await server.sql("SELECT pg_reload_conf()")
        let store = try database.store()
        try await store.setSecret(SecretBytes([0]), named: other)
        let read = try await store.offPool { [other] in try store.storedSecret(named: other) }

        let isReplaced = try store.replace(#require(read), named: other, with: SecretBytes([1]))
        try await store.setSecret(SecretBytes([2]), named: .john)
        try await server.crash()
        try await server.start()

        #expect(isReplaced)
        #expect(try await store.secret(named: other)?.bytes == [1])
        #expect(try await store.secret(named: .john)?.bytes == [2])
        #expect(try await store.removeSecret(named: .john))
        try await server.crash()
        try await server.start()
        #expect(try await store.secret(named: .john) == nil)
        try await server.crash()
    }

    @Test func `C24 a store that is connected stays durable when the configuration of the server changes`()
        async throws
    {
        let server = try await PostgresProgram()
        let store = try await server.database().store(connections: 1)
        try await store.setSecret(SecretBytes([0]), named: .john)
        try await server.sql("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try await server.sql("ALTER SYSTEM SET synchronous_commit = off")
        try await server.sql("SELECT pg_reload_conf()")

        try await store.setSecret(SecretBytes([1]), named: .john)
        try await server.crash()
        try await server.start()

        #expect(try await store.secret(named: .john)?.bytes == [1])
        try await server.crash()
    }

    @Test(arguments: [
        (set: "off", used: "on"), ("local", "local"), ("remote_write", "remote_write"), ("on", "on"),
        ("remote_apply", "remote_apply"),
    ])
    func `C24 a setting that is durable stays as the administrator wants it`(set: String, used: String) async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await server.sql("ALTER DATABASE \(database.name) SET synchronous_commit = \(set)")

        let store = try database.store()
        let setting = try await store.pool.run(isRepeatable: true) {
            try $0.run("SELECT current_setting('synchronous_commit')").bytes(0, 0)
        }

        #expect(String(decoding: setting, as: UTF8.self) == used)
        withExtendedLifetime(store) {}
    }
}
