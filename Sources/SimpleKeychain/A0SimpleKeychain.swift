public import FoundationEssentials
public import SecretStorage

/// Small secrets by key, with the calls of SimpleKeychain 0.x, which throw no errors.
///
/// New code uses ``SimpleKeychain``: here an entry that cannot be read looks like one that does not exist. Both read
/// and write the same entries of a service.
public final class A0SimpleKeychain: Sendable {
    /// The service to which the keys belong.
    public var service: String { keychain.service }
    /// The name of the folder that several programs of one user share; `nil` for the folder of this program, or for a
    /// store of your choice.
    public let accessGroup: String?

    private let keychain: SimpleKeychain

    /// Creates a keychain in the sealed files of this program.
    ///
    /// - Parameters:
    ///   - service: The service to which the keys belong, ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - accessGroup: The name of the folder that several programs of one user share; `nil`, the default, is the
    ///     folder of this program.
    public init(service: String = FileStore.defaultApplication, accessGroup: String? = nil) {
        self.accessGroup = accessGroup
        keychain = SimpleKeychain(service: service, accessGroup: accessGroup)
    }

    /// Creates a keychain in a store.
    ///
    /// - Parameters:
    ///   - service: The service to which the keys belong, ``SecretStorage/FileStore/defaultApplication`` by default.
    ///   - store: The store.
    public init(service: String = FileStore.defaultApplication, store: any SecretStore) {
        accessGroup = nil
        keychain = SimpleKeychain(service: service, store: store)
    }

    /// Stores a text, and replaces an entry of the same key; blocks.
    ///
    /// - Parameters:
    ///   - string: The text; it is stored as UTF-8.
    ///   - key: The key of the entry.
    /// - Returns: Whether the text was stored; if not, the previous entry is unchanged.
    @discardableResult
    public func setString(_ string: String, forKey key: String) -> Bool {
        (try? keychain.set(string, forKey: key)) != nil
    }

    /// Stores bytes, and replaces an entry of the same key; blocks.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - key: The key of the entry.
    /// - Returns: Whether the bytes were stored; if not, the previous entry is unchanged.
    @discardableResult
    public func setData(_ data: Data, forKey key: String) -> Bool {
        (try? keychain.set(data, forKey: key)) != nil
    }

    /// Returns a text; blocks.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: The text; `nil` when there is no entry, when it is not UTF-8, and when it cannot be read.
    public func string(forKey key: String) -> String? { try? keychain.string(forKey: key) }

    /// Returns the bytes of an entry; blocks.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: The bytes; `nil` when there is no entry, and when it cannot be read.
    public func data(forKey key: String) -> Data? { try? keychain.data(forKey: key) }

    /// Returns whether there is an entry; blocks.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: Whether there is a readable entry.
    public func hasValue(forKey key: String) -> Bool { (try? keychain.hasItem(forKey: key)) ?? false }

    /// Removes an entry; blocks.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: Whether the entry existed and was removed.
    @discardableResult
    public func deleteEntry(forKey key: String) -> Bool { (try? keychain.deleteItem(forKey: key)) != nil }

    /// Removes all entries of the service; blocks.
    ///
    /// ``SimpleKeychain/deleteAll()`` reports a failure; this function does not.
    public func clearAll() { try? keychain.deleteAll() }
}
