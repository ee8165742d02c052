package import OpenSSLCryptography
import Synchronization

extension MemoryStore: SharedSecretStore {
    /// Never: nothing waits.
    package var isBlocking: Bool { false }

    /// Waits for the lock under which threads renew one secret; blocks.
    package func renewalLock(
        of name: SecretName, until deadline: ContinuousClock.Instant
    ) throws -> any RenewalLock {
        try LockWait.until(deadline, for: "memory") { () throws(SecretStoreError) in
            locked.withLock { $0.insert(name).inserted }
        }
        return MemoryLock(of: name, in: self)
    }

    /// Returns a secret that reports whether it is still stored.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        try secret(named: name).map { KeptSecret(secret: $0, name: name, store: self) }
    }

    /// Replaces a secret unless another caller has replaced or removed it.
    package func replace(
        _ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes
    ) throws -> Bool {
        secrets.withLock { secrets in
            // `stored` keeps the previous secret alive, so nothing is wiped under the lock.
            guard secrets[name] === stored.secret else { return false }
            secrets[name] = secret
            return true
        }
    }

    /// Removes a secret unless another caller has replaced or removed it.
    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        secrets.withLock { secrets in
            guard secrets[name] === stored.secret else { return false }
            secrets[name] = nil
            return true
        }
    }
}

/// The lock of a secret among the threads of this process.
private final class MemoryLock: RenewalLock {
    private let name: SecretName
    private let store: MemoryStore

    init(of name: SecretName, in store: MemoryStore) { (self.name, self.store) = (name, store) }

    deinit { store.locked.withLock { _ = $0.remove(name) } }
}

/// A secret in memory, current as long as the store holds the same object.
private struct KeptSecret: StoredSecret {
    let secret: SecretBytes
    let name: SecretName
    let store: MemoryStore

    var isCurrent: Bool { store.secrets.withLock { $0[name] === secret } }
}
