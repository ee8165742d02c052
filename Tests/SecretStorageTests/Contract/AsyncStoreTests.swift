import ProgramRunner
import SecretStorage
import Testing

/// The functions of stores for tasks; a call with `await` selects them.
@Suite struct AsyncStoreTests {
    private let folder = TemporaryFolder()
    private let name = SecretName(service: "com.example.app", account: "john")

    private var file: FileStore { FileStore(directory: folder.path + "/s") }

    private func bytes(_ secret: SecretBytes?) -> [UInt8]? { secret?.withUnsafeBytes { Array($0) } }

    @Test(arguments: [true, false])
    func `tasks and threads share the secrets of a store`(isFile: Bool) async throws {
        let store: any SecretStore = isFile ? file : MemoryStore()

        #expect(try await store.secret(named: name) == nil)
        #expect(try await store.text(named: name) == nil)
        #expect(bytes(try await store.secret(named: name, orStore: SecretBytes([1]))) == [1])
        #expect(bytes(try await store.secret(named: name, orStore: SecretBytes([2]))) == [1])
        try await store.setSecret(SecretBytes([3]), named: name)
        #expect(bytes(try await store.secret(named: name)) == [3])
        try await store.setText("schön", named: name)
        #expect(try await store.text(named: name) == "schön")
        #expect(try await store.accounts(ofService: "com.example.app") == ["john"])
        #expect(try waited { try store.text(named: name) } == "schön")

        #expect(try await store.removeSecret(named: name))
        #expect(try await !store.removeSecret(named: name))
        #expect(try waited { try store.secret(named: name) == nil })
    }

    @Test func `every call of a task runs on a thread of its own`() async throws {
        let store = ThreadStore()

        _ = try await store.secret(named: name)
        try await store.setSecret(SecretBytes([]), named: name)
        _ = try await store.secret(named: name, orStore: SecretBytes([]))
        try await store.removeSecret(named: name)
        _ = try await store.accounts(ofService: "s")
        _ = try await store.text(named: name)
        try await store.setText("", named: name)

        #expect(store.threads == [String](repeating: "auth0-secrets", count: 7))
    }

    @Test func `calls without await run on the caller's thread`() throws {
        let store = ThreadStore()

        _ = try store.text(named: name)
        try store.setText("", named: name)

        #expect(store.threads.count == 2)
        #expect(!store.threads.contains("auth0-secrets"))
    }

    @Test func `the error of a store reaches the task`() async {
        let refusing = FileStore(directory: "relative")

        await #expect(throws: SecretStoreError(.noPlace)) { try await refusing.setText("secret", named: name) }
        await #expect(throws: SecretStoreError(.noPlace)) { try await refusing.secret(named: name) }
    }

    @Test func `tasks that store a secret at the same time agree on one`() async throws {
        let seen = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for number in 1...16 {
                group.addTask { bytes(try await file.secret(named: name, orStore: SecretBytes([UInt8(number)]))) }
            }
            return try await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
        }

        #expect(seen.count == 1)
        #expect(seen.first == bytes(try await file.secret(named: name)))
    }

    /// Calls a closure without `await`.
    private func waited<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
}
