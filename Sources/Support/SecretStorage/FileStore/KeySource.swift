public import OpenSSLCryptography
import Synchronization

extension FileStore {
    /// The place of the key that opens a ``FileStore``.
    ///
    /// Every process that uses a folder passes the same source. With a source other than the folder's, each call throws
    /// ``SecretStoreError/Code/wrongKey`` and changes nothing; ``FileStore/changeKeySource(to:)`` changes the source.
    public struct KeySource: Sendable {
        enum Place {
            case ownFile
            case file(String)
            case store(any SecretStore, SecretName)
            case passphrase(SecretBytes, ScryptCost)
        }

        let place: Place
        private let cache = KeyCache()

        /// A file in the folder of the secrets, which is created with the folder.
        public static var ownFile: KeySource { KeySource(place: .ownFile) }

        /// A file in another folder, such as one that backups leave out.
        ///
        /// - Parameter path: The absolute path of the file, in a folder of this user with mode 0700; both are created
        ///   when they are missing. Several stores may use one file. If a store needs a new key, a damaged key file is
        ///   renamed with the suffix `.damaged`, which a line on standard error reports.
        /// - Returns: The source.
        public static func file(_ path: String) -> KeySource { KeySource(place: .file(path)) }

        /// A key in another store, such as the keyring of the desktop.
        ///
        /// The key is kept in memory after its first use, as long as the store that uses this source exists.
        ///
        /// - Parameters:
        ///   - store: The store that holds the key, which is created there when it is missing. It must not be a store
        ///     whose own key is in this one.
        ///   - name: The name of the key in that store. Several stores may use one key.
        /// - Returns: The source.
        public static func store(_ store: any SecretStore, named name: SecretName) -> KeySource {
            KeySource(place: .store(store, name))
        }

        /// A key that is derived from a passphrase with scrypt, *N* = 2¹⁷, *r* = 8, *p* = 1.
        ///
        /// The first use derives the key, which takes some tenths of a second and 128 MiB. It is kept in memory, as is
        /// the passphrase, as long as the store that uses this source exists. A wrong passphrase throws
        /// ``SecretStoreError/Code/wrongKey``.
        ///
        /// - Parameter passphrase: The passphrase, as UTF-8. Without it, the secrets cannot be recovered.
        /// - Returns: The source.
        /// - SeeAlso: [RFC 7914](https://www.rfc-editor.org/rfc/rfc7914)
        public static func passphrase(_ passphrase: SecretBytes) -> KeySource {
            .passphrase(passphrase, cost: .standard)
        }

        /// A key that is derived from a passphrase, with this cost in a new folder; the cost of an existing folder is
        /// in its key file.
        package static func passphrase(_ passphrase: SecretBytes, cost: ScryptCost) -> KeySource {
            KeySource(place: .passphrase(SecretBytes(withOwnPages: passphrase), cost))
        }
    }
}

extension FileStore.KeySource {
    /// Whether the store opens with no more than the key file of the folder.
    var isInFolder: Bool {
        if case .ownFile = place { true } else { false }
    }

    /// Opens the keys of a folder's key file; `nil` when it is damaged. The path is for errors.
    func open(_ file: [UInt8], _ path: String) throws(SecretStoreError) -> FolderKey? {
        guard !FolderKey.isOfLaterVersion(file) else {
            throw SecretStoreError(.unsupportedVersion, detail: "a later version wrote \(path)")
        }
        if let plain = FolderKey(file) {
            guard case .ownFile = place else { throw Self.otherSource(path) }
            return plain
        }
        guard let envelope = KeyEnvelope(file) else { return nil }
        let key: SecretBytes?
        switch (place, envelope.protection) {
        case (.ownFile, .none): key = nil
        case (.file, .key), (.store, .key), (.passphrase, .passphrase):
            key = try sealingKey(of: envelope, path)
        // Refused, even if its keys are readable: otherwise an attacker could replace sealed keys with readable ones.
        default: throw Self.otherSource(path)
        }
        return envelope.open(with: key)
    }

    /// Seals the keys of a folder, and returns the contents of its key file, to be wiped.
    func seal(_ keys: FolderKey) throws(SecretStoreError) -> [UInt8] {
        if case .ownFile = place, let file = keys.plainFile { return file }
        let (key, protection) = try keyForSealing()
        return try SecretStoreError.cryptographic(KeyEnvelope(keys, protection: protection, key: key).file)
    }

    private func keyForSealing() throws(SecretStoreError) -> (SecretBytes?, KeyEnvelope.Protection) {
        switch place {
        case .ownFile: return (nil, .none)
        case .file, .store:
            guard let key = try storedKey(isCreated: true) else { throw Self.missing(place) }
            return (key, .key)
        case .passphrase(let passphrase, let cost):
            let salt = try SecretStoreError.cryptographic(SecureRandom.bytes(KeyEnvelope.saltCount))
            let key = try cache.deriving { () throws(SecretStoreError) in
                try SecretStoreError.cryptographic(passphrase.stretched(salt: salt, cost: cost))
            }
            cache.keep(key)
            return (key, .passphrase(cost, salt: salt))
        }
    }

    /// Returns the key that seals an envelope, from memory if it was used before.
    private func sealingKey(of envelope: KeyEnvelope, _ path: String) throws(SecretStoreError) -> SecretBytes {
        if let key = cache.key, envelope.isSealed(with: key) { return key }
        let key: SecretBytes
        switch (place, envelope.protection) {
        case (.passphrase(let passphrase, _), .passphrase(let cost, let salt)):
            key = try cache.deriving { () throws(SecretStoreError) in
                // Another thread may have derived it meanwhile.
                if let key = cache.key, envelope.isSealed(with: key) { return key }
                let key = try SecretStoreError.cryptographic(passphrase.stretched(salt: salt, cost: cost))
                if envelope.isSealed(with: key) { cache.keep(key) }
                return key
            }
        default:
            guard let stored = try storedKey(isCreated: false) else { throw Self.missing(place) }
            key = stored
        }
        guard envelope.isSealed(with: key) else {
            throw SecretStoreError(.wrongKey, detail: "another key or passphrase sealed \(path)")
        }
        // A file is read quickly; another store may take long.
        if case .store = place { cache.keep(key) }
        return key
    }

    /// Checks a key in a file elsewhere or in another store, if there is one already; blocks, and creates none.
    package func check() throws { _ = try storedKey(isCreated: false) }

    /// Returns the key of a file elsewhere or of another store; `nil` when it is missing and not to be created.
    private func storedKey(isCreated: Bool) throws(SecretStoreError) -> SecretBytes? {
        do {
            switch place {
            case .file(let path): return try KeyFile(path).key(isCreated: isCreated)
            case .store(let store, let name):
                let key =
                    isCreated
                    ? try store.secret(named: name, orStore: SecretBytes(random: FolderKey.keyCount))
                    : try store.secret(named: name)
                guard let key, key.count != FolderKey.keyCount else { return key }
                throw SecretStoreError(.corrupt, name: name, detail: "it is no key of 32 bytes")
            case .ownFile, .passphrase: return nil
            }
        } catch let error as SecretStoreError {
            throw error
        } catch { throw SecretStoreError(.unavailable, detail: "the store of the key failed", cause: error) }
    }

    private static func otherSource(_ path: String) -> SecretStoreError {
        SecretStoreError(.wrongKey, detail: "the key of \(path) has another source than the given one")
    }

    private static func missing(_ place: Place) -> SecretStoreError {
        switch place {
        case .file(let path): SecretStoreError(.wrongKey, detail: "the key file is missing: \(path)")
        case .store(_, let name):
            SecretStoreError(.wrongKey, name: name, detail: "the store of the key does not hold it")
        case .ownFile, .passphrase: SecretStoreError(.wrongKey)
        }
    }
}

/// The last key that a source obtained at a high cost.
private final class KeyCache: Sendable {
    private let kept = Mutex<SecretBytes?>(nil)
    private let derivation = Mutex(())

    var key: SecretBytes? { kept.withLock { $0 } }

    func keep(_ key: SecretBytes) {
        let key = SecretBytes(withOwnPages: key)
        kept.withLock { $0 = key }
    }

    /// Derives a key; blocks while another thread does. Each derivation needs up to 128 MiB.
    func deriving(_ body: () throws(SecretStoreError) -> SecretBytes) throws(SecretStoreError) -> SecretBytes {
        try derivation.withLock { _ throws(SecretStoreError) in try body() }
    }
}
