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
    /// See ``SimpleKeychain/init(service:accessGroup:)``, whose parameters are the same.
    public init(service: String = FileStore.defaultApplication, accessGroup: String? = nil) {
        self.accessGroup = accessGroup
        keychain = SimpleKeychain(service: service, accessGroup: accessGroup)
    }

    /// Creates a keychain in a store, as ``SimpleKeychain/init(service:store:)``, whose parameters are the same.
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

    /// Stores bytes, as ``setString(_:forKey:)`` stores a text, whose parameters are the same.
    @discardableResult
    public func setData(_ data: Data, forKey key: String) -> Bool {
        (try? keychain.set(data, forKey: key)) != nil
    }

    /// Returns a text, as ``SimpleKeychain/string(forKey:)``, whose parameters are the same; `nil` when there is no
    /// entry, when it is not UTF-8, and when it cannot be read.
    public func string(forKey key: String) -> String? { try? keychain.string(forKey: key) }

    /// Returns the bytes of an entry, as ``SimpleKeychain/data(forKey:)``, whose parameters are the same; `nil` when
    /// there is no entry, and when it cannot be read.
    public func data(forKey key: String) -> Data? { try? keychain.data(forKey: key) }

    /// Returns whether an entry can be read, as ``SimpleKeychain/hasItem(forKey:)``, whose parameters are the same.
    public func hasValue(forKey key: String) -> Bool { (try? keychain.hasItem(forKey: key)) ?? false }

    /// Removes an entry, as ``SimpleKeychain/deleteItem(forKey:)``, whose parameters are the same; returns whether it
    /// existed and was removed.
    @discardableResult
    public func deleteEntry(forKey key: String) -> Bool { (try? keychain.deleteItem(forKey: key)) != nil }

    /// Removes all entries of the service; blocks.
    ///
    /// ``SimpleKeychain/deleteAll()`` reports a failure; this function does not.
    public func clearAll() { try? keychain.deleteAll() }
}

/// The calls with a message for the user, for programs that move over.
///
/// The original shows the message when it asks for the user before it opens an entry with access control
/// (`useAccessControl`). The entries here have none, so `promptMessage` has no effect.
extension A0SimpleKeychain {
    /// Stores a text, as ``setString(_:forKey:)``, whose parameters are the same; `promptMessage` has no effect.
    @discardableResult
    public func setString(_ string: String, forKey key: String, promptMessage: String?) -> Bool {
        setString(string, forKey: key)
    }

    /// Stores bytes, as ``setData(_:forKey:)``, whose parameters are the same; `promptMessage` has no effect.
    @discardableResult
    public func setData(_ data: Data, forKey key: String, promptMessage: String?) -> Bool {
        setData(data, forKey: key)
    }

    /// Returns a text, as ``string(forKey:)``, whose parameters are the same; `promptMessage` has no effect.
    public func string(forKey key: String, promptMessage: String?) -> String? { string(forKey: key) }

    /// Returns the bytes of an entry, as ``data(forKey:)``, whose parameters are the same; `promptMessage` has no
    /// effect.
    public func data(forKey key: String, promptMessage: String?) -> Data? { data(forKey: key) }
}
