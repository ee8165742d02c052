public import FoundationEssentials
public import SecretStorage

/// Small secrets by key, with the calls of SimpleKeychain 1.x, on a ``SecretStorage/SecretStore``.
///
/// A key is an account of the service: `string(forKey: "token")` reads the secret with the name
/// `SecretName(service: service, account: "token")`. A program can read and write the same entries through the store.
///
/// The calls block while the store waits for the disk or for other processes. In asynchronous code that must not wait,
/// use the functions of the store that are called with `await`.
public struct SimpleKeychain: Sendable {
    /// The service to which the keys belong.
    public let service: String

    /// The store of the entries.
    package let store: any SecretStore

    /// Creates a keychain in the sealed files of this program.
    ///
    /// - Parameters:
    ///   - service: The service to which the keys belong, ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - accessGroup: The name of the folder that several programs of one user share; `nil`, the default, is the
    ///     folder of this program.
    public init(service: String = FileStore.defaultApplication, accessGroup: String? = nil) {
        self.init(
            service: service, store: FileStore(application: accessGroup ?? FileStore.defaultApplication))
    }

    /// Creates a keychain in the sealed files of this program, with the arguments of Apple's systems.
    ///
    /// `accessibility` and `synchronizable` have no effect: the files can be read whenever the user is logged in, and
    /// stay on this machine. See ``init(service:accessGroup:)``, whose parameters are the same.
    public init(
        service: String = FileStore.defaultApplication, accessGroup: String? = nil, accessibility: Accessibility,
        synchronizable: Bool = false
    ) {
        self.init(service: service, accessGroup: accessGroup)
    }

    /// Creates a keychain in a store.
    ///
    /// - Parameters:
    ///   - service: The service to which the keys belong, ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - store: The store.
    public init(service: String = FileStore.defaultApplication, store: any SecretStore) {
        self.service = service
        self.store = store
    }

    private func name(_ key: String) -> SecretName { SecretName(service: service, account: key) }

    private func mapping<Value>(_ body: () throws -> Value) throws(SimpleKeychainError) -> Value {
        do { return try body() } catch { throw SimpleKeychainError(error) }
    }

    /// Returns a secret; `nil` when there is none.
    private func secret(_ key: String) throws(SimpleKeychainError) -> SecretBytes? {
        try mapping { try store.secret(named: name(key)) }
    }
}

extension SimpleKeychain {
    /// Returns a text; blocks.
    ///
    /// <!-- swift: import SecretStorage -->
    ///
    /// ```swift
    /// let keychain = SimpleKeychain(store: MemoryStore())
    /// try keychain.set("a secret", forKey: "token")
    /// print(try keychain.string(forKey: "token"))
    /// // prints a secret
    /// ```
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: The text.
    /// - Throws: ``SimpleKeychainError``: ``SimpleKeychainError/itemNotFound`` when there is no entry, and
    ///   ``SimpleKeychainError/unknown`` when the entry is not UTF-8.
    public func string(forKey key: String) throws -> String {
        guard let secret = try secret(key) else { throw SimpleKeychainError.itemNotFound }
        guard let text = secret.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw SimpleKeychainError.unknown
        }
        return text
    }

    /// Returns the bytes of an entry; blocks.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: The bytes.
    /// - Throws: ``SimpleKeychainError``: ``SimpleKeychainError/itemNotFound`` when there is no entry.
    public func data(forKey key: String) throws -> Data {
        guard let secret = try secret(key) else { throw SimpleKeychainError.itemNotFound }
        return secret.withUnsafeBytes { Data($0) }
    }

    /// Stores a text, and replaces an entry of the same key; blocks.
    ///
    /// - Parameters:
    ///   - string: The text; it is stored as UTF-8.
    ///   - key: The key of the entry.
    /// - Throws: ``SimpleKeychainError``; the previous entry stays unchanged.
    public func set(_ string: String, forKey key: String) throws {
        try mapping { try store.setSecret(SecretBytes(string.utf8), named: name(key)) }
    }

    /// Stores bytes, and replaces an entry of the same key; blocks.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - key: The key of the entry.
    /// - Throws: ``SimpleKeychainError``; the previous entry stays unchanged.
    public func set(_ data: Data, forKey key: String) throws {
        try mapping { try store.setSecret(SecretBytes(data), named: name(key)) }
    }

    /// Removes an entry; blocks.
    ///
    /// <!-- swift: import SecretStorage -->
    ///
    /// ```swift
    /// let keychain = SimpleKeychain(store: MemoryStore())
    /// try keychain.set("a secret", forKey: "token")
    /// try keychain.deleteItem(forKey: "token")
    /// print(try keychain.hasItem(forKey: "token"))
    /// // prints false
    /// ```
    ///
    /// - Parameter key: The key of the entry.
    /// - Throws: ``SimpleKeychainError``: ``SimpleKeychainError/itemNotFound`` when there is no entry.
    public func deleteItem(forKey key: String) throws {
        guard try mapping({ try store.removeSecret(named: name(key)) }) else { throw SimpleKeychainError.itemNotFound }
    }

    /// Removes all entries of the service; blocks.
    ///
    /// Entries that cannot be read remain, as does an entry that another thread or process stores during the call.
    ///
    /// - Throws: ``SimpleKeychainError``, never because there is no entry; some entries may be removed already.
    public func deleteAll() throws {
        for key in try keys() { _ = try mapping { try store.removeSecret(named: name(key)) } }
    }

    /// Returns whether there is an entry; blocks.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: Whether there is a readable entry.
    /// - Throws: ``SimpleKeychainError``, such as ``SimpleKeychainError/decodeFailed`` when the entry is damaged.
    public func hasItem(forKey key: String) throws -> Bool { try secret(key) != nil }

    /// Returns the keys of all entries of the service; blocks.
    ///
    /// <!-- swift: import SecretStorage -->
    ///
    /// ```swift
    /// let keychain = SimpleKeychain(store: MemoryStore())
    /// try keychain.set("a secret", forKey: "token")
    /// print(try keychain.keys())
    /// // prints ["token"]
    /// ```
    ///
    /// - Returns: The keys, sorted by their UTF-8 bytes, without those of entries that cannot be read.
    /// - Throws: ``SimpleKeychainError``.
    public func keys() throws -> [String] { try mapping { try store.accounts(ofService: service) } }
}

/// The times at which an entry of Apple's Keychain can be read, for programs that move over; without effect on Linux.
public enum Accessibility: Sendable, Hashable {
    /// While the device is unlocked.
    case whenUnlocked
    /// While the device is unlocked, and not in backups for other devices.
    case whenUnlockedThisDeviceOnly
    /// After the device was unlocked once.
    case afterFirstUnlock
    /// After the device was unlocked once, and not in backups for other devices.
    case afterFirstUnlockThisDeviceOnly
    /// While the device is unlocked and has a passcode.
    case whenPasscodeSetThisDeviceOnly
}
