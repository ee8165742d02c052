import PostgresDatabases
import PostgresStore
import SecretStorage
import SecretStoreContract
import Testing

/// The contracts of all stores, in a database.
@Suite(.timeLimit(.minutes(30))) struct ContractTests {
    @Test(arguments: SecretStoreRule.allCases)
    func `S7 keeps each rule of the contract`(rule: SecretStoreRule) async throws {
        let database = try await PostgresProgram.shared.value.database()

        try rule.check(StorePair(try database.store(), try database.store()))
    }

    @Test(arguments: SharedSecretStoreRule.allCases)
    func `C3, C8 keeps each rule of shared secrets`(rule: SharedSecretStoreRule) async throws {
        let database = try await PostgresProgram.shared.value.database()

        try rule.check(StorePair(try database.store(), try database.store(), delay: .seconds(60)))
    }

    @Test func `tasks and threads share the secrets of a store`() async throws {
        let store = try await PostgresProgram.shared.value.database().store()

        #expect(try await store.secret(named: .john) == nil)
        #expect(try await store.secret(named: .john, orStore: SecretBytes([1])).bytes == [1])
        #expect(try await store.secret(named: .john, orStore: SecretBytes([2])).bytes == [1])
        try await store.setSecret(SecretBytes([3]), named: .john)
        #expect(try waited { try store.secret(named: .john)?.bytes } == [3])
        try await store.setText("schön", named: .john)
        #expect(try await store.text(named: .john) == "schön")
        #expect(try await store.accounts(ofService: "app") == ["john"])
        #expect(try await store.removeSecret(named: .john))
        #expect(try await !store.removeSecret(named: .john))
    }

    @Test func `a secret over one mebibyte is refused`() async throws {
        let store = try await PostgresProgram.shared.value.database().store()

        await #expect(throws: SecretStoreError(.tooLarge)) {
            try await store.setSecret(SecretBytes([UInt8](repeating: 0, count: 1_048_577)), named: .john)
        }
        #expect(try await store.secret(named: .john) == nil)
    }

    private func waited<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
}
