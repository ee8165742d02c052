import PostgresDatabases
import SecretStorage
import Testing

@testable import PostgresStore

/// The texts of errors.
@Suite(.timeLimit(.minutes(30))) struct ServerFailureTests {
    @Test(arguments: [
        "08006", "22023", "23505", "25006", "26000", "28000", "28P01", "3D000", "3F000", "40001", "42501", "42P01",
        "53100",
        "53300", "55P03", "57014", "57P01", "57P03", "58030", "XX000", "ZZ999",
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
                role "owner"): the schema auth0_streams is not the one of this version (SQLSTATE 42P01)
                """
            #expect(error?.detail == place)
        }
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
