import ByteEncodings
import CAuth0Linux
import LinuxCLibrary
import OpenSSLCryptography

/// An open folder of sealed secrets, with the key that opens them.
struct SealedFolder: ~Copyable {
    let folder: PrivateFolder
    let key: FolderKey
    let source: FileStore.KeySource

    /// The suffix of the files of secrets.
    static let recordSuffix = ".sealed"

    /// A secret that was read.
    struct Record {
        let name: SecretName
        let secret: SecretBytes
        let number: WriteNumber
    }

    /// Opens a folder for reading.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - source: The source of the key.
    /// - Returns: The folder; `nil` when it does not exist or has no key yet.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` when the key is damaged, or missing in
    ///   a folder with secrets.
    static func open(
        _ path: String, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> SealedFolder? {
        guard let folder = try PrivateFolder.open(path, creating: false),
            let key = try key(in: folder, source)
        else { return nil }
        return SealedFolder(folder: folder, key: key, source: source)
    }

    /// Reads a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for a damaged file or one that was put
    ///   back.
    func read(_ name: SecretName) throws(SecretStoreError) -> SecretBytes? { try read(name, id(of: name))?.secret }

    /// Reads a secret.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - id: Its record.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt``.
    func read(_ name: SecretName, _ id: [UInt8]) throws(SecretStoreError) -> Record? {
        // The seen writes are read first: a later write only makes the file newer.
        let seen = SeenWrites.of(id)
        guard let bytes = try folder.contents(of: Self.file(of: id), most: SealedRecord.maximumFileBytes) else {
            return nil
        }
        return try unsealed(bytes, of: id, name, seen)
    }

    /// Reads a secret and keeps its file open.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt``.
    func storedSecret(named name: SecretName) throws(SecretStoreError) -> OpenSecret? {
        let id = try id(of: name)
        let seen = SeenWrites.of(id)
        let file = Self.file(of: id)
        guard let opened = try folder.openFile(file) else { return nil }
        // The state is read first, so that it differs after a change while the file is read.
        let state = FileState(try opened.status())
        let bytes = try folder.contents(of: opened, file, most: SealedRecord.maximumFileBytes)
        return OpenSecret(try unsealed(bytes, of: id, name, seen), in: opened, state)
    }

    /// Takes the lock under which a secret is renewed.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - deadline: The end of the wait.
    /// - Returns: The lock.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/lockTimeout``.
    func renewalLock(
        of name: SecretName, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) -> HeldLock {
        try folder.lock(.renewal(of: id(of: name)), until: deadline)
    }

    /// Opens the contents of a secret's file.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - id: The record of the secret.
    ///   - name: The name of the secret.
    ///   - seen: The writes that this process had seen before it opened the file.
    /// - Returns: The secret and the number of its write.
    /// - Throws: ``SecretStoreError``.
    private func unsealed(
        _ bytes: [UInt8], of id: [UInt8], _ name: SecretName, _ seen: SeenWrites
    ) throws(SecretStoreError) -> Record {
        let path = "\(folder.path)/\(Self.file(of: id))"
        guard !SealedRecord.isOfLaterVersion(bytes) else {
            throw SecretStoreError(.unsupportedVersion, name: name, detail: "a later version wrote \(path)")
        }
        guard let opened = try opened(bytes, id), opened.name == name else {
            throw SecretStoreError(.corrupt, name: name, detail: "damaged: \(path)")
        }
        guard seen.accepts(opened.number) else {
            throw SecretStoreError(.corrupt, name: name, detail: "an older state was put back: \(path)")
        }
        SeenWrites.update(id) { $0.add(opened.number, since: seen) }
        return opened
    }

    /// Returns the names of all readable secrets.
    ///
    /// - Throws: ``SecretStoreError`` when the folder cannot be listed.
    func names() throws(SecretStoreError) -> [SecretName] {
        var names: [SecretName] = []
        for file in try folder.records() {
            guard let id = Self.id(of: file), case let seen = SeenWrites.of(id),
                let bytes = try? folder.contents(of: file, most: SealedRecord.maximumFileBytes),
                let opened = try opened(bytes, id), seen.accepts(opened.number)
            else { continue }
            names.append(opened.name)
        }
        return names
    }

    /// Seals a secret with the current key of a folder.
    ///
    /// - Parameters:
    ///   - record: The secret, its name and the number of its write.
    ///   - id: The record.
    ///   - key: The keys of the folder.
    /// - Returns: The contents of the file.
    /// - Throws: ``SecretStoreError``.
    static func sealed(_ record: Record, _ id: [UInt8], with key: FolderKey) throws(SecretStoreError) -> [UInt8] {
        guard let current = key.keys[key.current] else { throw SecretStoreError(.corrupt, detail: "no current key") }
        return try SecretStoreError.cryptographic { () throws(CryptographyError) in
            try SealedRecord(id: id, master: current, keyID: key.current).seal(
                record.secret, as: record.name, generation: record.number.value)
        }
    }

    /// Opens the file of a record with the key that it names.
    ///
    /// - Parameters:
    ///   - file: The contents of the file.
    ///   - id: The record.
    /// - Returns: The secret; `nil` when the file is damaged.
    /// - Throws: ``SecretStoreError`` of the key.
    func opened(_ file: [UInt8], _ id: [UInt8]) throws(SecretStoreError) -> Record? {
        guard let number = SealedRecord.keyID(of: file) else { return nil }
        // Another process may have rotated the keys after this one read them.
        var sealing = key.keys[number]
        if sealing == nil, case .open(let key) = try Self.keyState(in: folder, source) { sealing = key.keys[number] }
        guard let sealing, let opened = SealedRecord(id: id, master: sealing, keyID: number).open(file) else {
            return nil
        }
        return Record(name: opened.name, secret: opened.secret, number: WriteNumber(opened.generation))
    }

    /// Returns the record that a file is named after.
    ///
    /// - Parameter file: The name of the file.
    /// - Returns: The ID; `nil` for any other name.
    static func id(of file: String) -> [UInt8]? {
        let id = try? Hex.decode(String(file.dropLast(recordSuffix.utf8.count)))
        return id?.count == 32 ? id : nil
    }

    /// Returns the record of a name.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The ID.
    /// - Throws: ``SecretStoreError``.
    func id(of name: SecretName) throws(SecretStoreError) -> [UInt8] {
        try SecretStoreError.cryptographic { () throws(CryptographyError) in
            try SealedRecord.id(of: name, master: key.master)
        }
    }

    /// Returns the name of a record's file.
    ///
    /// - Parameter id: The record.
    /// - Returns: The name.
    static func file(of id: [UInt8]) -> String { Hex.encode(id) + recordSuffix }
}
