import Glibc
import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import SecretStoreContract
import TestEvents
import Testing

/// The contract of the stores in which one secret is renewed by many.
@Suite struct SharedSecretStoreContract {
    enum Kind: CaseIterable {
        case memory, file, fileWithPassphrase

        func check(_ rule: SharedSecretStoreRule) throws {
            let folder = TemporaryFolder()
            switch self {
            case .memory:
                let store = MemoryStore()
                try rule.check(StorePair(store, store))
            case .file:
                let (one, other) = folder.stores { .ownFile }
                try rule.check(StorePair(one, other))
            case .fileWithPassphrase:
                let (one, other) = folder.stores { .cheapPassphrase }
                try rule.check(StorePair(one, other))
            }
        }
    }

    @Test(arguments: Kind.allCases, SharedSecretStoreRule.allCases)
    func `C3, C8 keeps each rule of the contract`(kind: Kind, rule: SharedSecretStoreRule) throws {
        try kind.check(rule)
    }

    @Test func `C1 other processes wait for the lock, and notice the replaced secret`() async throws {
        let folder = TemporaryFolder()
        let store = FileStore(directory: folder.path + "/s")
        try await store.setSecret(SecretBytes([0]), named: .john)
        let read = try #require(try store.storedSecret(named: .john))

        await withTaskGroup { group in
            for _ in 1...4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = folder.path as String] in
                        let store = FileStore(directory: path + "/s")
                        for _ in 1...5 {
                            let lock = try store.renewalLock(of: .john, until: .now + .seconds(60))
                            let read = try #require(try store.storedSecret(named: .john))
                            let next = SecretBytes([read.secret.bytes[0] + 1])
                            // Under the lock no other process comes in between.
                            #expect(try store.replace(read, named: .john, with: next))
                            withExtendedLifetime(lock) {}
                        }
                    }
                }
            }
        }

        #expect(!read.isCurrent)
        #expect(try await store.secret(named: .john)?.bytes == [20])
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 the locks of a store in memory are free in a forked child, and held in its parent`() async {
        await #expect(processExitsWith: .success) {
            let store = MemoryStore()
            var lock: (any RenewalLock)? = try store.renewalLock(of: .john, until: .now)
            let status = Fork.status {
                guard lock?.isHeld == false, let own = try? store.renewalLock(of: .john, until: .now) else { return 2 }
                // The end of the copy of the parent's lock does not release the child's own.
                lock = nil
                return own.isHeld && (try? store.renewalLock(of: .john, until: .now)) == nil ? 0 : 3
            }
            guard lock?.isHeld == true, (try? store.renewalLock(of: .john, until: .now)) == nil else { _exit(4) }
            _exit(status)
        }
    }

    @Test func `C3 the kernel releases the lock of a killed process`() async throws {
        let folder = TemporaryFolder()
        let store = FileStore(directory: folder.path + "/s")
        await #expect(processExitsWith: .signal(9)) { [path = folder.path as String] in
            let lock = try FileStore(directory: path + "/s").renewalLock(
                of: SecretName(service: "app", account: "john"), until: .now)
            withExtendedLifetime(lock) { _ = kill(getpid(), SIGKILL) }
        }
        _ = try store.renewalLock(of: .john, until: .now)
    }
}
