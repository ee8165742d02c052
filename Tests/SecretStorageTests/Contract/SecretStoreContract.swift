import OpenSSLCryptography
import SecretStorage
import ProgramRunner
import Synchronization
import Testing

/// The contract of all stores.
@Suite struct SecretStoreContract {
    /// A store, and a second store with the same secrets.
    enum Kind: CaseIterable {
        case memory, file

        func with(_ body: (any SecretStore, any SecretStore) throws -> Void) throws {
            switch self {
            case .memory:
                let store = MemoryStore()
                try body(store, store)
            case .file:
                let folder = TemporaryFolder()
                try body(FileStore(directory: folder.path + "/a/b"), FileStore(directory: folder.path + "/a/b"))
            }
        }
    }

    let name = SecretName(service: "com.example.app", account: "john")

    @Test(arguments: Kind.allCases)
    func `returns a written secret until it is removed`(kind: Kind) throws {
        try kind.with { store, other throws in
            #expect(try store.secret(named: name) == nil)
            #expect(try !store.removeSecret(named: name))

            try store.setSecret(SecretBytes([1, 2, 3]), named: name)
            #expect(try other.secret(named: name)?.bytes == [1, 2, 3])
            try other.setSecret(SecretBytes([]), named: name)
            #expect(try store.secret(named: name)?.bytes == [])

            #expect(try store.removeSecret(named: name))
            #expect(try other.secret(named: name) == nil)
        }
    }

    @Test(arguments: Kind.allCases)
    func `stores texts, and refuses other secrets as texts`(kind: Kind) throws {
        try kind.with { store, other throws in
            #expect(try store.text(named: name) == nil)
            try store.setText("schön", named: name)
            #expect(try other.text(named: name) == "schön")
            #expect(try other.secret(named: name)?.bytes == Array("schön".utf8))

            try store.setSecret(SecretBytes([0xFF]), named: name)
            let error = #expect(throws: SecretStoreError.self) { try other.text(named: name) }
            #expect(error?.code == .corrupt && error?.name == name)
        }
    }

    @Test(arguments: Kind.allCases)
    func `creates a secret only if there is none`(kind: Kind) throws {
        try kind.with { store, other throws in
            #expect(try store.secret(named: name, orStore: SecretBytes([1])).bytes == [1])
            #expect(try other.secret(named: name, orStore: SecretBytes([2])).bytes == [1])
            #expect(try store.secret(named: name)?.bytes == [1])
        }
    }

    @Test(arguments: Kind.allCases)
    func `concurrent creations get the same secret`(kind: Kind) throws {
        try kind.with { store, other throws in
            let seen = Mutex<Set<[UInt8]>>([])

            Threads.run(16) { index in
                let way = index.isMultiple(of: 2) ? store : other
                let secret = try? way.secret(named: name, orStore: SecretBytes([UInt8(index)]))
                seen.withLock { _ = $0.insert(secret?.bytes ?? []) }
            }

            #expect(seen.withLock { $0 } == [try store.secret(named: name)?.bytes])
        }
    }

    @Test(arguments: Kind.allCases)
    func `S7 distinguishes names with any characters`(kind: Kind) throws {
        let accounts = [
            "", "../x", "/etc/passwd", ".", "a\0b", "a", "b\0a", "\u{E9}", "e\u{301}",
            String(repeating: "long", count: 100), "line\nbreak", "💥",
        ]
        try kind.with { store, other throws in
            for (index, account) in accounts.enumerated() {
                try store.setSecret(SecretBytes([UInt8(index)]), named: SecretName(service: "s", account: account))
            }
            try store.setSecret(SecretBytes([99]), named: SecretName(service: "s\0", account: "a"))

            for (index, account) in accounts.enumerated() {
                let found = try other.secret(named: SecretName(service: "s", account: account))
                #expect(found?.bytes == [UInt8(index)])
            }
            let sorted = accounts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect(try other.accounts(ofService: "s").map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
            #expect(try other.accounts(ofService: "t").isEmpty)
        }
    }

    @Test(arguments: Kind.allCases)
    func `accepts a mebibyte`(kind: Kind) throws {
        let large = [UInt8](repeating: 7, count: 1_000_000)
        try kind.with { store, other throws in
            try store.setSecret(SecretBytes(large), named: name)

            #expect(try other.secret(named: name)?.bytes == large)
        }
    }

    @Test func `a name shows no control character`() {
        #expect("\(SecretName(service: "a", account: "b\u{1B}[31m\n"))" == #""a" of "b\u{1B}[31m\n""#)
    }
}
