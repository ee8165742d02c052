import Foundation
import SecretStorage
import Synchronization

/// A store of a program's own, which imports nothing else than the module of `SecretStore`; notes the threads of its
/// calls.
final class ThreadStore: SecretStore {
    var sharing: SecretSharing { .withinProcess }

    private let names = Mutex<[String]>([])
    private let stored = Mutex<SecretBytes?>(nil)

    /// The names of the threads that called this store, in order.
    var threads: [String] { names.withLock { $0 } }

    private func note() {
        let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
        names.withLock { $0.append(name.trimmingCharacters(in: .newlines)) }
    }

    func secret(named name: SecretName) throws -> SecretBytes? {
        note()
        return stored.withLock { $0 }
    }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        note()
        stored.withLock { $0 = secret }
    }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        note()
        return secret
    }

    func removeSecret(named name: SecretName) throws -> Bool {
        note()
        return stored.withLock { $0.take() } != nil
    }

    func accounts(ofService service: String) throws -> [String] {
        note()
        return []
    }
}
