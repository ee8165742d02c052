public import OpenSSLCryptography
import Synchronization

/// A store of secrets in memory, for the lifetime of the store; its functions wait for no disk and no other process.
public final class MemoryStore: SecretStore {
    let secrets = Mutex<[SecretName: SecretBytes]>([:])
    /// The secrets that are being renewed.
    let locked = Mutex<Set<SecretName>>([])

    /// Creates an empty store.
    public init() {}

    /// All users of this object.
    public var sharing: SecretSharing { SecretSharing(of: self) }

    /// Returns a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: Never in this store.
    public func secret(named name: SecretName) throws -> SecretBytes? {
        try wrappedSecret(name) { secrets.withLock { $0[name] } }
    }

    /// Stores a secret, and replaces one of the same name.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    /// - Throws: Never in this store.
    public func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try setWrapped(secret, name) {
            // The replaced secret is wiped after the lock is released.
            withExtendedLifetime(secrets.withLock { $0.updateValue(secret, forKey: name) }) {}
        }
    }

    /// Returns the secret of a name, and stores one first if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - secret: The secret to store if there is none of that name.
    /// - Returns: The stored secret: the existing one, or `secret`.
    /// - Throws: Never in this store.
    public func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        secrets.withLock { secrets in
            if let existing = secrets[name] { return existing }
            secrets[name] = secret
            return secret
        }
    }

    /// Removes a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: Whether the secret existed.
    /// - Throws: Never in this store.
    @discardableResult
    public func removeSecret(named name: SecretName) throws -> Bool {
        try removeWrapped(name) { secrets.withLock { $0.removeValue(forKey: name) } != nil }
    }

    /// Returns the accounts of a service that have a secret.
    ///
    /// - Parameter service: The service.
    /// - Returns: The accounts, sorted by their UTF-8 bytes.
    /// - Throws: Never in this store.
    public func accounts(ofService service: String) throws -> [String] {
        secrets.withLock { Array($0.keys) }.accounts(of: service).sortedByBytes
    }
}
