import Foundation
import ProgramRunner
import SecretStorage
import SimpleKeychain
import Testing

/// The calls of SimpleKeychain 1.x, on each store.
@Suite struct SimpleKeychainTests {
    enum Kind: CaseIterable {
        case memory, file

        func with(_ body: (any SecretStore) throws -> Void) throws {
            switch self {
            case .memory: try body(MemoryStore())
            case .file:
                let folder = TemporaryFolder()
                try body(FileStore(directory: folder.path + "/secrets"))
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `returns a stored entry until it is deleted`(kind: Kind) throws {
        try kind.with { store in
            let keychain = SimpleKeychain(service: "Auth0", store: store)
            #expect(try !keychain.hasItem(forKey: "token"))

            try keychain.set("schön", forKey: "token")
            #expect(try keychain.string(forKey: "token") == "schön")
            #expect(try keychain.data(forKey: "token") == Data("schön".utf8))
            try keychain.set(Data([0, 255]), forKey: "token")
            #expect(try keychain.data(forKey: "token") == Data([0, 255]))
            #expect(try keychain.hasItem(forKey: "token"))

            try keychain.deleteItem(forKey: "token")
            #expect(try !keychain.hasItem(forKey: "token"))
        }
    }

    @Test(arguments: Kind.allCases)
    func `a missing entry is an error`(kind: Kind) throws {
        try kind.with { store in
            let keychain = SimpleKeychain(service: "Auth0", store: store)

            #expect(throws: SimpleKeychainError.itemNotFound) { try keychain.string(forKey: "token") }
            #expect(throws: SimpleKeychainError.itemNotFound) { try keychain.data(forKey: "token") }
            #expect(throws: SimpleKeychainError.itemNotFound) { try keychain.deleteItem(forKey: "token") }
            try keychain.deleteAll()
        }
    }

    @Test(arguments: Kind.allCases)
    func `lists and deletes only the entries of its service`(kind: Kind) throws {
        try kind.with { store in
            let keychain = SimpleKeychain(service: "Auth0", store: store)
            let other = SimpleKeychain(service: "another", store: store)
            for key in ["b", "a"] { try keychain.set(key, forKey: key) }
            try other.set("kept", forKey: "a")

            #expect(try keychain.keys() == ["a", "b"])
            try keychain.deleteAll()

            #expect(try keychain.keys() == [])
            #expect(try other.string(forKey: "a") == "kept")
        }
    }

    @Test func `an entry has the name of its service and key in the store`() throws {
        let store = MemoryStore()
        try SimpleKeychain(service: "Auth0", store: store).set("secret", forKey: "token")

        let text = try waited { try store.text(named: SecretName(service: "Auth0", account: "token")) }

        #expect(text == "secret")
        #expect(SimpleKeychain(store: store).service == FileStore.defaultApplication)
    }

    @Test func `programs of one access group share a folder, which others do not read`() async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            setenv("XDG_STATE_HOME", path, 1)
            try SimpleKeychain(service: "s", accessGroup: "com.example.shared").set("token", forKey: "k")

            #expect(FileManager.default.fileExists(atPath: path + "/com.example.shared/secrets"))
            #expect(try SimpleKeychain(service: "s", accessGroup: "com.example.shared").string(forKey: "k") == "token")
            #expect(A0SimpleKeychain(service: "s", accessGroup: "com.example.shared").string(forKey: "k") == "token")
            #expect(try !SimpleKeychain(service: "s").hasItem(forKey: "k"))

            try SimpleKeychain(service: "s").set("own", forKey: "k")
            let own = FileStore(directory: "\(path)/\(FileStore.defaultApplication)/secrets")
            #expect(try SimpleKeychain(service: "s", store: own).string(forKey: "k") == "own")
        }
    }

    @Test func `a damaged entry is an error and no missing entry`() throws {
        let folder = TemporaryFolder()
        let keychain = SimpleKeychain(service: "Auth0", store: FileStore(directory: folder.path + "/secrets"))
        try keychain.set("secret", forKey: "token")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/secrets")
        where file.hasSuffix(".sealed") {
            try Data("damaged".utf8).write(to: URL(filePath: "\(folder.path)/secrets/\(file)"))
        }

        #expect(throws: SimpleKeychainError.decodeFailed) { try keychain.string(forKey: "token") }
        #expect(throws: SimpleKeychainError.decodeFailed) { try keychain.hasItem(forKey: "token") }
    }

    /// Calls a closure without `await`.
    private func waited<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
}
