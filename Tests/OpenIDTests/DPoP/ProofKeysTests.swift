import Dispatch
import HTTPMessages
import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import SecretStoreContract
import Synchronization
import Testing

@testable import OpenID

@Suite struct ProofKeysTests {
    /// Counts its calls, and can fail.
    private final class CountingStore: WrappingStore {
        let base: any SecretStore = MemoryStore()
        var sharing: SecretSharing { .withinProcess }
        let calls = Mutex<[String]>([])
        let error: SecretStoreError?

        init(error: SecretStoreError? = nil) { self.error = error }

        private func note(_ call: String) throws {
            calls.withLock { $0.append(call) }
            if let error { throw error }
        }

        func secret(named name: SecretName) throws -> SecretBytes? {
            try note("read")
            return try base.secret(named: name)
        }
        func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
            try note("write")
            try base.setSecret(secret, named: name)
        }
        func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
            try note("create")
            return try base.secret(named: name, orStore: secret)
        }
        func removeSecret(named name: SecretName) throws -> Bool {
            try note("remove")
            return try base.removeSecret(named: name)
        }
    }

    private func key(
        _ keys: ProofKeys, _ identifier: String = "app", creating: Bool = true
    ) async throws -> ProofKey? {
        try await withCheckedContinuation { continuation in
            keys.key(identifier, creating: creating) { continuation.resume(returning: $0) }
        }.get()
    }

    @Test func `a key is created once, read once for requests and again for a login, and shared`() async throws {
        let store = CountingStore()
        let keys = ProofKeys(store: store)

        #expect(try await key(keys, creating: false) == nil)
        let first = try await key(keys)
        let second = try await key(keys)
        let third = try await key(keys, creating: false)
        let other = try await key(ProofKeys(store: store), creating: false)

        #expect(first?.thumbprint == second?.thumbprint && first?.thumbprint == third?.thumbprint)
        #expect(first?.thumbprint == other?.thumbprint)
        #expect(store.calls.withLock { $0 } == ["read", "read", "create", "read", "read"])
    }

    @Test func `concurrent calls get the same key`() async throws {
        let store = CountingStore()
        let rooms = [ProofKeys(store: store), ProofKeys(store: store)]

        let thumbprints = try await withThrowingTaskGroup(of: String?.self) { group in
            for index in 0..<64 { group.addTask { try await key(rooms[index % 2])?.thumbprint } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }

        #expect(thumbprints.count == 1)
        #expect(thumbprints.first != .some(nil))
    }

    @Test func `keys of different names are different`() async throws {
        let keys = ProofKeys(store: MemoryStore())

        #expect(try await key(keys, "a")?.thumbprint != key(keys, "b")?.thumbprint)
    }

    @Test func `a removed key is replaced by a new one`() async throws {
        let keys = ProofKeys(store: MemoryStore())
        let first = try await key(keys)

        try keys.remove("app")

        #expect(try await key(keys, creating: false) == nil)
        #expect(try await key(keys)?.thumbprint != first?.thumbprint)
        try keys.remove("never made")
    }

    @Test func `a store failure is an error for all waiting callers, and the store is used again later`() async throws {
        let store = CountingStore(error: SecretStoreError(.unavailable))
        let keys = ProofKeys(store: store)

        for _ in 0..<2 {
            let error = await #expect(throws: DPoPError.keychainOperationFailed) { try await key(keys) }
            #expect(error?.cause as? SecretStoreError == SecretStoreError(.unavailable))
        }
        #expect(throws: DPoPError.keychainOperationFailed) { try keys.remove("app") }
    }

    @Test func `a stored value that is not a key is an error`() async throws {
        let store = MemoryStore()
        try await store.setSecret(
            SecretBytes([1, 2]), named: SecretName(service: "app", account: "com.auth0.sdk.dpop.privateKey"))

        await #expect(throws: DPoPError.keychainOperationFailed) { try await key(ProofKeys(store: store)) }
    }

    @Test(arguments: ["key", "record"])
    func `C27 a login makes another key in place of one that is damaged or lost`(part: String) async throws {
        let folder = TemporaryFolder()
        let store = FileStore(directory: folder.path + "/keys")
        let first = try await key(ProofKeys(store: store))?.thumbprint
        let file = folder.paths.first { $0.hasSuffix(part == "record" ? ".sealed" : "/key") }
        try folder.overwrite(#require(file), [0])
        await #expect(throws: DPoPError.keychainOperationFailed) {
            try await key(ProofKeys(store: store), creating: false)
        }

        let second = try await key(ProofKeys(store: store))?.thumbprint
        #expect(second != nil && second != first)
        #expect(try await key(ProofKeys(store: store), creating: false)?.thumbprint == second)
        #expect(try await key(ProofKeys(store: store))?.thumbprint == second)
    }

    /// A store whose key is damaged until a caller replaces it.
    private final class DamagedStore: WrappingStore {
        let base: any SecretStore = MemoryStore()
        /// Called once, when a caller has found the damaged key and has not replaced it.
        let found = Mutex<(@Sendable () -> Void)?>(nil)
        /// Whether another caller could take the lock during the replacement.
        let isUnlocked = Mutex<Bool?>(nil)

        func secret(named name: SecretName) throws -> SecretBytes? {
            guard let secret = try base.secret(named: name) else { throw SecretStoreError(.corrupt) }
            return secret
        }

        func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
            let lock = try? sharing.shared(self).renewalLock(of: name, until: .now)
            isUnlocked.withLock { $0 = lock != nil }
            try base.setSecret(secret, named: name)
        }

        func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
            if let stored = try base.secret(named: name) { return stored }
            found.withLock { $0.take() }?()
            throw SecretStoreError(.corrupt)
        }
    }

    @Test func `C27 two processes that find the same damaged key get the same new one`() async throws {
        let store = DamagedStore()
        let other = Mutex<String?>(nil)
        store.found.withLock { found in
            found = {
                let key = try? ProofKeys(store: store).keyNow("app", creating: true)
                other.withLock { $0 = key?.thumbprint }
            }
        }

        let own = try await key(ProofKeys(store: store))?.thumbprint

        #expect(own != nil)
        #expect(other.withLock { $0 } == own)
        #expect(store.isUnlocked.withLock { $0 } == false)
        #expect(try await key(ProofKeys(store: store), creating: false)?.thumbprint == own)
    }

    @Test func `the store is never called on the caller's thread`() async throws {
        final class ThreadStore: WrappingStore {
            let base: any SecretStore = MemoryStore()
            var sharing: SecretSharing { .withinProcess }
            let isSame = Mutex<[Bool]>([])
            let caller: DispatchSpecificKey<Bool>
            init(_ caller: DispatchSpecificKey<Bool>) { self.caller = caller }
            func secret(named name: SecretName) throws -> SecretBytes? {
                isSame.withLock { $0.append(DispatchQueue.getSpecific(key: caller) ?? false) }
                return try base.secret(named: name)
            }
        }
        let mark = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "caller")
        queue.setSpecific(key: mark, value: true)
        let store = ThreadStore(mark)
        let keys = ProofKeys(store: store)

        await withCheckedContinuation { continuation in
            queue.async { keys.key("app", creating: true) { _ in continuation.resume() } }
        }

        #expect(store.isSame.withLock { $0 } == [false])
    }

    @Test func `J20 nonces belong to one origin`() throws {
        let nonces = ServerNonces()
        let (a, b) = (HTTPURL.example("https://a.example/x?y"), HTTPURL.example("https://b.example/x"))

        nonces.note(TransportResponse(status: 200, fields: ["DPoP-Nonce": "n-a"]), from: a)
        nonces.note(TransportResponse(status: 200), from: a)

        #expect(nonces[HTTPURL.example("https://A.example:443/z")] == "n-a")
        #expect(nonces[b] == nil)
        #expect(nonces[HTTPURL.example("https://a.example:8443/x")] == nil)
    }

    @Test func `nonces of any number of origins take bounded memory`() {
        let nonces = ServerNonces()
        for index in 0..<2_500 {
            nonces.note(
                TransportResponse(status: 200, fields: ["DPoP-Nonce": "n"]),
                from: .example("https://h\(index).example/"))
        }

        // The nonces of 1,000 origins are kept; one more clears them.
        let kept = (0..<2_500).filter { nonces[.example("https://h\($0).example/")] == "n" }
        #expect(kept == Array(2_000..<2_500))
    }
}
