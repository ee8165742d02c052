public import OpenSSLCryptography
import Synchronization

/// A store of secrets in memory, for the lifetime of the store; its functions wait for no disk and no other process.
public final class MemoryStore: SecretStore {
    fileprivate let secrets = Mutex<[SecretName: SecretBytes]>([:])

    /// Creates an empty store.
    public init() {}

    /// All users of this object.
    public var sharing: SecretSharing { SecretSharing(of: self) }

    /// Returns a secret; see ``SecretStore``, whose parameters are the same.
    ///
    /// - Throws: Never in this store.
    public func secret(named name: SecretName) throws -> SecretBytes? {
        try wrappedSecret(name) { secrets.withLock { $0[name] } }
    }

    /// Stores a secret, and replaces one of the same name; see ``SecretStore``, whose parameters are the same.
    ///
    /// - Throws: Never in this store.
    public func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try setWrapped(secret, name) {
            // The replaced secret is wiped after the lock is released.
            withExtendedLifetime(secrets.withLock { $0.updateValue(secret, forKey: name) }) {}
        }
    }

    /// Returns the secret of a name, and stores one first if there is none; see ``SecretStore``,
    /// whose parameters are the same.
    ///
    /// - Throws: Never in this store.
    public func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        secrets.withLock { secrets in
            if let existing = secrets[name] { return existing }
            secrets[name] = secret
            return secret
        }
    }

    /// Removes a secret; see ``SecretStore``, whose parameters are the same.
    ///
    /// - Throws: Never in this store.
    @discardableResult
    public func removeSecret(named name: SecretName) throws -> Bool {
        try removeWrapped(name) { secrets.withLock { $0.removeValue(forKey: name) } != nil }
    }

    /// Returns the accounts of a service that have a secret; see ``SecretStore``, whose parameters are the same.
    ///
    /// - Throws: Never in this store.
    public func accounts(ofService service: String) throws -> [String] {
        secrets.withLock { Array($0.keys) }.accounts(of: service).sortedByBytes
    }
}

extension MemoryStore: SharedSecretStore {
    package var isBlocking: Bool { false }

    package func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try NameLock(name, in: self, of: .renewal, until: deadline)
    }

    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        try secret(named: name).map { KeptSecret(secret: $0, name: name, store: self) }
    }

    package func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        secrets.withLock { secrets in
            // `stored` keeps the previous secret alive, so nothing is wiped under the lock.
            guard secrets[name] === stored.secret else { return false }
            secrets[name] = secret
            return true
        }
    }

    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        secrets.withLock { secrets in
            guard secrets[name] === stored.secret else { return false }
            secrets[name] = nil
            return true
        }
    }
}

/// A secret in memory, current as long as the store holds the same object.
private struct KeptSecret: StoredSecret {
    let secret: SecretBytes
    let name: SecretName
    let store: MemoryStore

    var isCurrent: Bool { store.secrets.withLock { $0[name] === secret } }
}
