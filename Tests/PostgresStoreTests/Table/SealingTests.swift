import PostgresDatabases
import PostgresStore
import SecretStorage
import Testing

/// The contents of the database, and the detection of changes to them.
@Suite(.timeLimit(.minutes(30))) struct SealingTests {
    private let other = SecretName(service: "app", account: "jane")

    @Test func `S9 neither a secret nor a name is readable in the database`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setText("canary-secret", named: SecretName(service: "app", account: "canary-name"))

        let dump = try await server.dump(database.name)

        let hex = { (text: String) in text.utf8.map { String($0, radix: 16) }.joined() }
        #expect(dump.contains("auth0_streams.secrets") && dump.contains("auth0_streams.name_key"))
        for canary in ["canary-secret", "canary-name"] {
            #expect(!dump.contains(canary) && !dump.contains(hex(canary)))
        }
    }

    @Test func `S3 every flipped bit of a row is detected, and other secrets remain readable`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1, 2, 3]), named: .john)
        try await store.setSecret(SecretBytes([4]), named: other)
        let length = try #require(
            Int(try await server.sql("SELECT max(octet_length(sealed)) FROM auth0_streams.secrets", in: database.name)))

        let row = "WHERE octet_length(sealed) = \(length)"
        func flip(_ byte: Int) -> String {
            """
            UPDATE auth0_streams.secrets
            SET sealed = set_byte(sealed, \(byte), get_byte(sealed, \(byte)) # \(1 << (byte % 8))) \(row);
            """
        }
        for byte in 0..<length {
            // The bit before is flipped back by the same program, as each takes time to start.
            try await server.sql((byte == 0 ? "" : flip(byte - 1)) + flip(byte), in: database.name)
            let error = await #expect(throws: SecretStoreError.self) { try await store.secret(named: .john) }
            #expect(error?.code == .corrupt || (byte == 8 && error?.code == .unsupportedVersion))
            #expect(error?.name == .john)
        }
        try await server.sql(flip(length - 1), in: database.name)
        #expect(try await store.secret(named: .john)?.bytes == [1, 2, 3])

        try await server.sql("UPDATE auth0_streams.secrets SET sealed = '' \(row)", in: database.name)
        await #expect(throws: SecretStoreError(.corrupt)) { try await store.secret(named: .john) }
        #expect(try await store.accounts(ofService: "app") == ["jane"])
        #expect(try await store.secret(named: other)?.bytes == [4])
        try await store.setSecret(SecretBytes([5]), named: .john)
        #expect(try await store.secret(named: .john)?.bytes == [5])
    }

    @Test(arguments: ["sealed", "sealed, version", "sealed, version, key_id"])
    func `S3 rows that were exchanged are detected`(columns: String) async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        try await store.setSecret(SecretBytes([2]), named: other)

        try await server.sql(
            """
            UPDATE auth0_streams.secrets AS one SET (\(columns)) = (SELECT \(columns) FROM auth0_streams.secrets AS two
            WHERE two.id <> one.id)
            """, in: database.name)

        await #expect(throws: SecretStoreError(.corrupt)) { try await store.secret(named: .john) }
        await #expect(throws: SecretStoreError(.corrupt)) { try await store.secret(named: other) }
    }

    @Test func `S8 a record of a later version is neither read nor overwritten`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: .john)
        try await server.sql(
            "UPDATE auth0_streams.secrets SET sealed = set_byte(sealed, 8, 3)", in: database.name)

        await #expect(throws: SecretStoreError(.unsupportedVersion)) { try await store.secret(named: .john) }
        await #expect(throws: SecretStoreError(.unsupportedVersion)) {
            try await store.setSecret(SecretBytes([2]), named: .john)
        }
        await #expect(throws: SecretStoreError(.unsupportedVersion)) {
            try await store.secret(named: .john, orStore: SecretBytes([2]))
        }
        #expect(try await store.removeSecret(named: .john))
    }

    @Test func `S3 a table without the key of its names is not taken for an empty one`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        try await database.store().setSecret(SecretBytes([1]), named: .john)
        try await server.sql(
            "DELETE FROM auth0_streams.name_key", in: database.name)

        await #expect(throws: SecretStoreError(.corrupt)) { try await database.store().secret(named: .john) }
    }
}
