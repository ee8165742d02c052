public import FoundationEssentials
import SecretStorage
public import SimpleKeychain

/// A storage of entries by key, with the calls of Auth0.swift 2.x, for programs with their own storage.
///
/// With this storage, only the ``CredentialsManager`` objects of one process share a renewal. Programs of several
/// processes use a `SecretStore` of this SDK, such as `FileStore`, whose lock all processes share.
@preconcurrency
public protocol CredentialsStorage: Sendable {
    /// Returns an entry.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: The entry; `nil` when there is none.
    func getEntry(forKey key: String) -> Data?

    /// Stores an entry, and replaces an entry of the same key.
    ///
    /// - Parameters:
    ///   - data: The entry. It is a secret.
    ///   - key: The key of the entry.
    /// - Returns: Whether the entry was stored.
    func setEntry(_ data: Data, forKey key: String) -> Bool

    /// Removes an entry.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: Whether the entry existed and was removed.
    func deleteEntry(forKey key: String) -> Bool

    /// Removes all entries, with the name in Auth0.swift 3.x. The SDK does not call it.
    ///
    /// - Throws: The reason why an entry was not removed; ``ConfigurationError/Code/notImplemented`` unless the
    ///   conforming type implements it.
    func deleteAllEntries() throws
}

extension CredentialsStorage {
    /// The default implementation, which fails: the conforming type has to implement this.
    public func deleteAllEntries() throws {
        throw ConfigurationError(.notImplemented, "implement deleteAllEntries() in \(Self.self)")
    }
}

extension SimpleKeychain: CredentialsStorage {
    /// Returns an entry; blocks, and returns `nil` also when the entry cannot be read. See the requirement of
    /// ``CredentialsStorage``, whose parameters are the same.
    public func getEntry(forKey key: String) -> Data? { try? data(forKey: key) }

    /// Stores an entry; blocks. See the requirement of ``CredentialsStorage``, whose parameters are the same.
    public func setEntry(_ data: Data, forKey key: String) -> Bool { (try? set(data, forKey: key)) != nil }

    /// Removes an entry; blocks. See the requirement of ``CredentialsStorage``, whose parameters are the same.
    public func deleteEntry(forKey key: String) -> Bool { (try? deleteItem(forKey: key)) != nil }

    /// Removes all entries of the service, those of other managers included; blocks.
    ///
    /// - Throws: `SimpleKeychainError`.
    public func deleteAllEntries() throws { try deleteAll() }
}

/// A storage of a program as a `SecretStore`; the account is the key.
struct StorageAdapter: SecretStore {
    let storage: any CredentialsStorage

    var sharing: SecretSharing { .withinProcess }

    func secret(named name: SecretName) throws -> SecretBytes? {
        storage.getEntry(forKey: name.account).map { SecretBytes($0) }
    }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        guard storage.setEntry(secret.withUnsafeBytes { Data($0) }, forKey: name.account) else {
            throw SecretStoreError(.failed, name: name, detail: "the program's storage returned false")
        }
    }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        if let stored = try self.secret(named: name) { return stored }
        try setSecret(secret, named: name)
        return secret
    }

    func removeSecret(named name: SecretName) throws -> Bool {
        guard storage.getEntry(forKey: name.account) != nil else { return false }
        guard storage.deleteEntry(forKey: name.account) else {
            throw SecretStoreError(.failed, name: name, detail: "the program's storage returned false")
        }
        return true
    }

    func accounts(ofService service: String) throws -> [String] {
        throw SecretStoreError(.unavailable, detail: "the program's storage cannot list its keys")
    }
}
