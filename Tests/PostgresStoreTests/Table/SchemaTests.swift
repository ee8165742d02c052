import PostgresDatabases
import PostgresStore
import SecretStorage
import Testing

/// The schema, its creation, and the room that rows take.
@Suite(.timeLimit(.minutes(30))) struct SchemaTests {
    @Test func `S8 a schema of a later version is refused`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        try await server.sql("INSERT INTO auth0_streams.migrations (number) VALUES (1000)", in: database.name)

        await #expect(throws: SecretStoreError(.unsupportedVersion)) {
            try await database.store().secret(named: .john)
        }
    }

    @Test func `many processes create the schema at the same time`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()

        try await withThrowingTaskGroup { group in
            for number in 0..<12 {
                group.addTask {
                    try await database.store().setSecret(
                        SecretBytes([UInt8(number)]), named: SecretName(service: "app", account: "\(number)"))
                }
            }
            try await group.waitForAll()
        }

        #expect(try await database.store().accounts(ofService: "app").count == 12)
        #expect(try await server.count("FROM auth0_streams.migrations", in: database) == 2)
    }

    @Test(arguments: ["TRUNCATE auth0_streams.secrets", "DELETE FROM auth0_streams.secrets"])
    func `C27 an administrator may empty the table of the secrets`(statement: String) async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let old = try database.store()
        try await old.setSecret(SecretBytes([1]), named: .john)

        try await server.sql(statement, in: database.name)

        // A process that ran before, and one that starts afterwards, find the secrets of each other.
        try await old.setSecret(SecretBytes([2]), named: .john)
        let new = try database.store()
        #expect(try await new.secret(named: .john)?.bytes == [2])
        #expect(try await new.removeSecret(named: .john))
        #expect(try await old.secret(named: .john) == nil)
    }

    @Test func `C27 the key of the names moves to its own table, with the rights of its users`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        let user = "granted_\(database.name)"
        // The schema of the first version.
        try await server.sql(
            """
            INSERT INTO auth0_streams.secrets (id, version, key_id, sealed)
                SELECT decode(repeat('00', 16), 'hex'), version, key_id, sealed FROM auth0_streams.name_key;
            DROP TABLE auth0_streams.name_key;
            DELETE FROM auth0_streams.migrations WHERE number = 2;
            CREATE USER \(user);
            GRANT USAGE ON SCHEMA auth0_streams TO \(user);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA auth0_streams TO \(user)
            """, in: database.name)

        #expect(try await database.store().secret(named: .john)?.bytes == [1])

        let address = PostgresServer(host: server.folder, port: server.port, database: database.name, user: user)
        let granted = try PostgresStore(at: address)
        #expect(try await granted.secret(named: .john)?.bytes == [1])
        #expect(try await server.count("FROM auth0_streams.secrets", in: database) == 1)
    }

    @Test func `a row of credentials of 600 bytes takes less than a kilobyte, indexes included`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store(retention: .seconds(3_600))
        let secret = SecretBytes([UInt8](repeating: 7, count: 600))
        let long = SecretName(service: "com.example.app", account: "auth0|0123456789abcdef01234567 session 0123456789")
        try await store.setSecret(secret, named: long)
        try await server.sql(
            """
            INSERT INTO auth0_streams.secrets (id, version, expires_at, key_id, sealed)
            SELECT substring(sha256(number::text::bytea) FOR 16), number, now() + number * interval '1 s', key_id, sealed
            FROM generate_series(1, 5000) AS number, auth0_streams.secrets
            """, in: database.name)

        let bytes = Int(
            try await server.sql("SELECT pg_total_relation_size('auth0_streams.secrets') / 5001", in: database.name))

        #expect(try #require(bytes) <= 1_024)
    }

    @Test func `a user with rights to the rows only can use the tables of another one`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        let user = "limited_\(database.name)"
        let address = PostgresServer(host: server.folder, port: server.port, database: database.name, user: user)
        let limited = try PostgresStore(at: address)

        try await server.sql("CREATE USER \(user)")
        let error = await #expect(throws: SecretStoreError(.failed)) {
            try await limited.secret(named: .john)
        }
        #expect(error?.detail?.hasPrefix("looking for the tables failed at PostgreSQL at") == true)
        #expect(error?.detail?.hasSuffix("(SQLSTATE 42501)") == true)
        try await server.sql(
            """
            GRANT USAGE ON SCHEMA auth0_streams TO \(user);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA auth0_streams TO \(user)
            """, in: database.name)

        #expect(try await limited.secret(named: .john)?.bytes == [1])
        try await limited.setSecret(SecretBytes([2]), named: .john)
        #expect(try await limited.removeSecret(named: .john))
    }
}
