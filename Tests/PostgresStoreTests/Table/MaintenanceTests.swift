import PostgresDatabases
import PostgresStore
import SecretStorage
import Testing

/// Rotation of keys, and removal of expired secrets.
@Suite(.timeLimit(.minutes(30))) struct MaintenanceTests {
    private func name(_ number: Int) -> SecretName { SecretName(service: "app", account: "\(number)") }
    private let both = ["a": TestDatabase.key, "b": TestDatabase.secondKey]

    @Test func `a new key seals new secrets, and the old one opens older ones`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let (old, new) = (try database.store(), try database.store(current: "b", keys: both))
        try await old.setSecret(SecretBytes([1]), named: name(1))

        #expect(try await new.secret(named: name(1))?.bytes == [1])
        try await new.setSecret(SecretBytes([2]), named: name(2))

        let error = await #expect(throws: SecretStoreError(.failed)) { try await old.secret(named: name(2)) }
        #expect(error?.detail == "the ring has no key \"b\"")
        #expect(try await database.store(current: "a", keys: both).secret(named: name(2))?.bytes == [2])
    }

    @Test func `resealing makes the old key unnecessary, and changes no secret`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let (old, new) = (try database.store(), try database.store(current: "b", keys: both))
        for number in 0..<25 { try await old.setSecret(SecretBytes([UInt8(number)]), named: name(number)) }
        let read = try #require(try new.storedSecret(named: name(7)))

        // The secrets, and the key of the names.
        #expect(try new.reseal(batchSize: 10) == 26)
        #expect(try new.reseal() == 0)

        let only = try database.store(current: "b", keys: ["b": TestDatabase.secondKey])
        for number in 0..<25 { #expect(try await only.secret(named: name(number))?.bytes == [UInt8(number)]) }
        await #expect(throws: SecretStoreError(.failed)) { try await database.store().secret(named: name(1)) }
        // A renewal that began earlier continues.
        #expect(try new.replace(read, named: name(7), with: SecretBytes([70])))
        #expect(try await only.secret(named: name(7))?.bytes == [70])
    }

    @Test func `resealing reports rows that cannot be opened`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try database.store()
        try await store.setSecret(SecretBytes([1]), named: name(1))
        try await server.sql(
            "UPDATE auth0_streams.secrets SET key_id = 'lost'", in: database.name)

        let error = #expect(throws: SecretStoreError(.corrupt)) { try store.reseal() }

        #expect(error?.detail == "1 rows cannot be opened with the keys of the ring")
    }

    @Test func `a ring needs its current key, and keys of full length`() {
        let short = SecretBytes([UInt8](repeating: 1, count: 31))

        #expect(throws: SecretStoreError(.failed)) { try SealingKeyRing(current: "b", keys: ["a": TestDatabase.key]) }
        #expect(throws: SecretStoreError(.failed)) { try SealingKeyRing(current: "a", keys: ["a": short]) }
        #expect(throws: SecretStoreError(.failed)) { try SealingKeyRing(current: "", keys: ["": TestDatabase.key]) }
        #expect(!"\(String(describing: try? SealingKeyRing(current: "a", keys: both)))".contains("\u{1}\u{1}"))
    }

    @Test func `expired secrets are removed in batches, others stay`() async throws {
        let database = try await PostgresProgram.shared.value.database()
        let (brief, hourly, lasting) = (
            try database.store(retention: .zero), try database.store(retention: .seconds(3_600)), try database.store()
        )
        for number in 0..<25 { try await brief.setSecret(SecretBytes([1]), named: name(number)) }
        try await hourly.setSecret(SecretBytes([2]), named: name(100))
        try await lasting.setSecret(SecretBytes([3]), named: name(101))
        // A write prolongs the retention.
        let read = try #require(try brief.storedSecret(named: name(3)))
        #expect(
            try hourly.replace(try #require(try hourly.storedSecret(named: name(3))), named: name(3), with: read.secret)
        )

        #expect(try lasting.removeExpired(limit: 10) == 10)
        #expect(try lasting.removeExpired(limit: 10) == 10)
        #expect(try lasting.removeExpired(limit: 10) == 4)
        #expect(try lasting.removeExpired() == 0)

        #expect(try await lasting.accounts(ofService: "app") == ["100", "101", "3"])
    }
}
