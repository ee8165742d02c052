import OpenSSLCryptography
import ByteEncodings

/// An open folder of sealed secrets, with the key that opens them.
struct SealedFolder: ~Copyable {
    private let folder: PrivateFolder
    private let master: SecretBytes
    /// The lock of the folder; `nil` for reading.
    private let lock: Descriptor?

    private static let keyFile = "key"
    private static let keyMagic = Array("auth0key".utf8) + [1]
    private static let recordSuffix = ".sealed"

    /// Opens a folder for reading.
    ///
    /// - Parameter path: The absolute path.
    /// - Returns: The folder; `nil` when it does not exist or has no key yet.
    /// - Throws: ``SecretStoreError``.
    static func open(_ path: String) throws(SecretStoreError) -> SealedFolder? {
        guard let folder = try PrivateFolder.open(path, creating: false),
            let master = try masterKey(in: folder)
        else { return nil }
        return SealedFolder(folder: folder, master: master, lock: nil)
    }

    /// Opens or creates a folder and locks it against changes by others.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - deadline: The end of the wait for the lock.
    /// - Returns: The folder, with its key.
    /// - Throws: ``SecretStoreError``.
    static func lock(_ path: String, until deadline: ContinuousClock.Instant) throws(SecretStoreError) -> SealedFolder {
        guard let folder = try PrivateFolder.open(path, creating: true) else {
            throw SecretStoreError(.noPlace, detail: path)
        }
        let lock = try folder.lock(until: deadline)
        try folder.removeDrafts()
        let master = if let existing = try masterKey(in: folder) { existing } else { try makeMasterKey(in: folder) }
        return SealedFolder(folder: folder, master: master, lock: lock)
    }

    /// Reads the key of a folder.
    ///
    /// - Returns: The key; `nil` in a folder without secrets.
    /// - Throws: ``SecretStoreError/Code/corrupt`` when the key is damaged, or missing in a folder with secrets.
    private static func masterKey(in folder: borrowing PrivateFolder) throws(SecretStoreError) -> SecretBytes? {
        guard let file = try folder.contents(of: keyFile, most: keyMagic.count + 32) else {
            guard try folder.files(withSuffix: recordSuffix).isEmpty else {
                throw SecretStoreError(.corrupt, detail: "the key of the store is missing: \(folder.path)/\(keyFile)")
            }
            return nil
        }
        guard file.count == keyMagic.count + 32, file.starts(with: keyMagic) else {
            throw SecretStoreError(.corrupt, detail: "the key of the store is damaged: \(folder.path)/\(keyFile)")
        }
        return SecretBytes(file[keyMagic.count...])
    }

    private static func makeMasterKey(in folder: borrowing PrivateFolder) throws(SecretStoreError) -> SecretBytes {
        let key = try cryptographic { () throws(CryptographyError) in try SecureRandom.bytes(32) }
        try folder.replace(keyFile, with: keyMagic + key)
        return SecretBytes(key)
    }

    /// Reads a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for a damaged file.
    func read(_ name: SecretName) throws(SecretStoreError) -> SecretBytes? {
        let record = try record(of: name)
        let file = file(of: record)
        guard let bytes = try folder.contents(of: file, most: SealedRecord.mostFileBytes) else { return nil }
        guard let opened = record.open(bytes), opened.name == name else {
            throw SecretStoreError(.corrupt, name: name, detail: "\(folder.path)/\(file)")
        }
        return opened.secret
    }

    /// Writes a secret; a damaged file of the same name is renamed and kept.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    /// - Throws: ``SecretStoreError``.
    func write(_ secret: SecretBytes, as name: SecretName) throws(SecretStoreError) {
        let record = try record(of: name)
        let sealed = try Self.cryptographic { () throws(CryptographyError) in try record.seal(secret, as: name) }
        do {
            _ = try read(name)
        } catch {
            guard error.code == .corrupt else { throw error }
            try folder.rename(file(of: record), to: file(of: record) + ".damaged")
        }
        try folder.replace(file(of: record), with: sealed)
    }

    /// Removes a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError``.
    func remove(_ name: SecretName) throws(SecretStoreError) -> Bool {
        try folder.remove(file(of: try record(of: name)))
    }

    /// Returns the names of all readable secrets.
    ///
    /// - Throws: ``SecretStoreError`` when the folder cannot be listed.
    func names() throws(SecretStoreError) -> [SecretName] {
        try folder.files(withSuffix: Self.recordSuffix).compactMap { file in
            guard let id = try? Hex.decode(String(file.dropLast(Self.recordSuffix.utf8.count))),
                let bytes = try? folder.contents(of: file, most: SealedRecord.mostFileBytes)
            else { return nil }
            return SealedRecord(id: id, master: master).open(bytes)?.name
        }
    }

    private func record(of name: SecretName) throws(SecretStoreError) -> SealedRecord {
        try Self.cryptographic { () throws(CryptographyError) in try SealedRecord(of: name, master: master) }
    }

    private func file(of record: SealedRecord) -> String { Hex.encode(record.id) + Self.recordSuffix }

    private static func cryptographic<Value>(
        _ body: () throws(CryptographyError) -> Value
    ) throws(SecretStoreError) -> Value {
        do {
            return try body()
        } catch { throw SecretStoreError(.failed, cause: error) }
    }
}
