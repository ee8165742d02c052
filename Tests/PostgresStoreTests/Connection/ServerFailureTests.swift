import PostgresDatabases
import SecretStorage
import Testing

@testable import PostgresStore

/// The texts of errors.
@Suite(.timeLimit(.minutes(30))) struct ServerFailureTests {
    @Test(arguments: [
        "08006", "08P01", "22023", "23505", "25006", "26000", "28000", "28P01", "3D000", "3F000", "40001", "42501",
        "42601", "42P01", "42P05", "53100", "53200", "53300", "54000", "55P03", "57014", "57P01", "57P03", "58030",
        "XX000", "ZZ999",
    ])
    func `C35 each class of error has words, with its code behind them`(sqlState: String) {
        let error = ServerFailure.of("reading a secret", at: "PostgreSQL at a place", sqlState: sqlState)

        let detail = error.detail ?? ""
        #expect(detail.hasPrefix("reading a secret failed at PostgreSQL at a place: "))
        #expect(detail.hasSuffix(" (SQLSTATE \(sqlState))"))
        #expect(detail.split(separator: ":").last?.split(separator: " ").count ?? 0 >= 5)
    }

    @Test func `C35 an error names the operation, the server, the database and the role`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        try await server.sql("ALTER TABLE auth0_streams.secrets RENAME TO elsewhere", in: database.name)
        // The tables are looked for once.
        let calls: [(String, @Sendable () async throws -> Void)] = [
            ("reading a secret", { _ = try await store.secret(named: .john) }),
            ("storing a secret", { try await store.setSecret(SecretBytes([2]), named: .john) }),
            ("removing a secret", { try await store.removeSecret(named: .john) }),
        ]

        for (operation, call) in calls {
            let error = await #expect(throws: SecretStoreError(.failed)) { try await call() }
            let place = """
                \(operation) failed at PostgreSQL at "\(server.folder)" port \(server.port) (database "\(database.name)", \
                role "owner"): the tables of auth0_streams are gone: restore them, or restart all programs, which make \
                new ones (SQLSTATE 42P01)
                """
            #expect(error?.detail == place)
        }
    }

    /// A pooler reports a refused setting with the code of a server that is not there, which another attempt may find.
    @Test(arguments: [("08P01", true), ("26000", false), ("42P05", false)])
    func `C35 a pooler that shares sessions or refuses settings is named`(sqlState: String, isRetryable: Bool) {
        let error = ServerFailure.of("connecting", at: "PostgreSQL at a place", sqlState: sqlState)

        #expect(error.isRetryable == isRetryable)
        #expect(error.detail?.contains("connect to the server, not to a pooler") == true)
    }

    @Test func `C1, C35 a session that a pooler shares with another client takes no lock`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let description = PostgresServer(
            host: database.folder, port: database.port, database: database.name, user: "owner")
        let connection = try Connector(to: description, timeout: .seconds(60))
            .connect(for: .locks, until: .now + .seconds(60), interrupt: nil)
        try connection.markSession()
        #expect(try connection.isTrueInSession(.ping))
        #expect(try connection.isTrueInSession(.tryLock, .number(1)))

        // The other client begins.
        try connection.run("SET auth0_streams.session = '0'")

        let error = #expect(throws: SecretStoreError(.failed)) {
            try connection.isTrueInSession(.tryLock, .number(2))
        }
        #expect(error?.detail?.contains("not to a pooler") == true)
        #expect(connection.isLost)
        #expect(try await server.locks(in: database) == 1)
        withExtendedLifetime(connection) {}
    }

    @Test func `C35 a database that is set to read-only transactions is named with the setting`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        try await server.sql("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
        let store = try database.store()

        #expect(try await store.secret(named: .john) != nil)
        let error = await #expect(throws: SecretStoreError(.unavailable)) {
            try await store.setSecret(SecretBytes([2]), named: .john)
        }

        #expect(error?.detail?.contains("turn default_transaction_read_only off") == true)
    }

    @Test func `C35 a database or a role that does not exist is named`() async throws {
        let server = try await PostgresProgram.shared.value
        for (database, user, words) in [
            ("nowhere", "owner", "there is no such database"), ("postgres", "nobody", "admits no such connection"),
        ] {
            let store = try PostgresStore(
                at: PostgresServer(host: server.folder, port: server.port, database: database, user: user))

            let error = await #expect(throws: SecretStoreError(.failed)) { try await store.secret(named: .john) }

            let detail = error?.detail ?? ""
            #expect(detail.contains(database) && detail.contains(user) && detail.contains(words), "\(detail)")
        }
    }
}
