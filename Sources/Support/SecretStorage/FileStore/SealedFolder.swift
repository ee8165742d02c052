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

    /// Opens a folder for reading; `nil` when it does not exist or has no key yet.
    static func open(
        _ path: String, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> SealedFolder? {
        guard let folder = try PrivateFolder.open(path, creating: false),
            let key = try key(in: folder, source)
        else { return nil }
        return SealedFolder(folder: folder, key: key, source: source)
    }

    func read(_ name: SecretName) throws(SecretStoreError) -> SecretBytes? { try read(name, id(of: name))?.secret }

    /// Reads a secret. A damaged file is ``SecretStoreError/Code/corrupt``, and so is one that was put back.
    func read(_ name: SecretName, _ id: [UInt8]) throws(SecretStoreError) -> Record? {
        // The seen writes are read first: a later write only makes the file newer.
        let seen = SeenWrites.of(id)
        guard let bytes = try folder.contents(of: Self.file(of: id), most: SealedRecord.maximumFileBytes) else {
            return nil
        }
        return try unsealed(bytes, of: id, name, seen)
    }

    /// Reads a secret and keeps its file open.
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

    /// Opens the contents of a secret's file; `seen` are the writes that this process had seen before it opened the
    /// file.
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
    static func sealed(_ record: Record, _ id: [UInt8], with key: FolderKey) throws(SecretStoreError) -> [UInt8] {
        guard let current = key.keys[key.current] else { throw SecretStoreError(.corrupt, detail: "no current key") }
        let file = SealedRecord(id: id, master: current, keyID: key.current)
        return try SecretStoreError.cryptographic(
            file.seal(record.secret, as: record.name, generation: record.number.value))
    }

    /// Opens the file of a record with the key that it names; `nil` when it is damaged.
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

    /// Returns the record that a file is named after; `nil` for any other name.
    static func id(of file: String) -> [UInt8]? {
        let id = try? Hex.decode(String(file.dropLast(recordSuffix.utf8.count)))
        return id?.count == 32 ? id : nil
    }

    /// Returns the record of a name.
    func id(of name: SecretName) throws(SecretStoreError) -> [UInt8] {
        try SecretStoreError.cryptographic(SealedRecord.id(of: name, master: key.master))
    }

    /// Returns the name of a record's file.
    static func file(of id: [UInt8]) -> String { Hex.encode(id) + recordSuffix }
}
