public import OpenSSLCryptography
import Synchronization

/// Keeps secrets for as long as the process lives, or until the store goes.
public final class MemoryStore: SecretStore {
    private let secrets = Mutex<[SecretName: SecretBytes]>([:])

    /// Makes an empty store.
    public init() {}

    /// Reads a secret.
    ///
    /// - Throws: ``SecretStoreError``.
    public func read(_ name: SecretName) throws -> SecretBytes? { secrets.withLock { $0[name] } }

    /// Writes a secret, in place of one of the same name.
    ///
    /// - Throws: ``SecretStoreError``.
    public func write(_ secret: SecretBytes, as name: SecretName) throws {
        // What is replaced is wiped after the lock is released.
        withExtendedLifetime(secrets.withLock { $0.updateValue(secret, forKey: name) }) {}
    }

    /// Writes a secret unless there is one of that name.
    ///
    /// - Returns: The secret that is there now.
    /// - Throws: ``SecretStoreError``.
    public func create(_ secret: SecretBytes, as name: SecretName) throws -> SecretBytes {
        secrets.withLock { secrets in
            if let existing = secrets[name] { return existing }
            secrets[name] = secret
            return secret
        }
    }

    /// Removes a secret.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    public func remove(_ name: SecretName) throws -> Bool {
        secrets.withLock { $0.removeValue(forKey: name) } != nil
    }

    /// The accounts of a service that have a secret, sorted by their UTF-8 bytes.
    ///
    /// - Throws: ``SecretStoreError``.
    public func accounts(ofService service: String) throws -> [String] {
        secrets.withLock { Array($0.keys) }.accounts(of: service)
    }
}

extension [SecretName] {
    /// The accounts of a service in order.
    func accounts(of service: String) -> [String] {
        filter { $0.service.utf8.elementsEqual(service.utf8) }.map(\.account)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
