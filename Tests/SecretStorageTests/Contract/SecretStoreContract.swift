import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import SecretStoreContract
import Testing

/// The contract of all stores.
@Suite struct SecretStoreContract {
    enum Kind: CaseIterable {
        case memory, file, fileWithKeyElsewhere, fileWithPassphrase, locked

        func check(_ rule: SecretStoreRule) throws {
            let folder = TemporaryFolder()
            func checkFiles(_ key: () -> FileStore.KeySource) throws {
                let (one, other) = folder.stores(key)
                try rule.check(StorePair(one, other))
            }
            switch self {
            case .memory:
                let store = MemoryStore()
                try rule.check(StorePair(store, store))
            case .file: try checkFiles { .ownFile }
            case .fileWithKeyElsewhere: try checkFiles { .file(folder.path + "/k/key") }
            case .fileWithPassphrase: try checkFiles { .cheapPassphrase }
            case .locked:
                let store = FileStore(directory: folder.path + "/s")
                // By default all stores of this type would share their locks, in every test.
                let (one, other) = (LockedStore(store, lockedAs: folder), LockedStore(store, lockedAs: folder))
                try rule.check(StorePair(one, other))
            }
        }
    }

    @Test(arguments: Kind.allCases, SecretStoreRule.allCases)
    func `S7 keeps each rule of the contract`(kind: Kind, rule: SecretStoreRule) throws { try kind.check(rule) }

    @Test func `a name shows no control character`() {
        #expect("\(SecretName(service: "a", account: "b\u{1B}[31m\n"))" == #""a" of "b\u{1B}[31m\n""#)
    }
}

extension FileStore.KeySource {
    /// A passphrase whose key is derived fast.
    static var cheapPassphrase: FileStore.KeySource { .passphrase(SecretBytes("correct".utf8), cost: .minimum) }
}

extension TemporaryFolder {
    /// Two stores of one folder below this one.
    ///
    /// - Parameter key: Makes the source of the key for each of them.
    /// - Returns: The stores.
    func stores(_ key: () -> FileStore.KeySource) -> (FileStore, FileStore) {
        (FileStore(directory: path + "/a/b", key: key()), FileStore(directory: path + "/a/b", key: key()))
    }
}
