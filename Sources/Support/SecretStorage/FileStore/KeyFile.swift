import OpenSSLCryptography

/// A key in a separate file, in a private folder: a key file of version 1.
struct KeyFile {
    private let folder: String
    private let name: String

    /// Creates a key file from an absolute path below a folder.
    init(_ path: String) throws(SecretStoreError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.utf8.startIndex,
            path.utf8.index(after: slash) != path.utf8.endIndex, !path.utf8.contains(0)
        else { throw SecretStoreError(.noPlace, detail: "a key file needs an absolute path below a folder") }
        folder = String(path[..<slash])
        name = String(path[path.utf8.index(after: slash)...])
        guard ![".", ".."].contains(name) else {
            throw SecretStoreError(.noPlace, detail: "no name of a file: \(path)")
        }
    }

    /// Returns the key; `nil` when it is missing and not to be created.
    func key(isCreated: Bool) throws(SecretStoreError) -> SecretBytes? {
        guard let folder = try PrivateFolder.open(folder, creating: isCreated) else { return nil }
        guard isCreated else { return try stored(in: folder) }
        // The read under the lock throws the error again, except for a damaged key file.
        if let key = try? stored(in: folder) { return key }
        return try create(in: folder, holding: folder.lock(.folder, in: name + ".lock", until: .now + .seconds(10)))
    }

    private func create(
        in folder: borrowing PrivateFolder, holding lock: borrowing HeldLock
    ) throws(SecretStoreError) -> SecretBytes {
        var damage: SecretStoreError?
        do throws(SecretStoreError) {
            // Another process may have created the key meanwhile.
            if let key = try stored(in: folder) { return key }
        } catch {
            guard error.code == .corrupt, try isKeyFile(in: folder) else { throw error }
            damage = error
        }
        let key = try SecretStoreError.cryptographic(FolderKey(master: SecretBytes(random: FolderKey.keyCount)))
        var file = key.plainFile ?? []
        defer { file.wipe() }
        var keptName: String?
        try folder.replace(name, with: file, under: lock) { () throws(SecretStoreError) in
            if damage != nil { keptName = try folder.setAside(name) }
        }
        if let damage { folder.reportSetAside(name, keptName, because: damage) }
        return key.master
    }

    /// Whether a file begins as a key file does, and is not that of a store: no other file of the user is set aside.
    private func isKeyFile(in folder: borrowing PrivateFolder) throws(SecretStoreError) -> Bool {
        guard var file = try folder.contents(of: name, most: FolderKey.maximumFileBytes) else { return false }
        defer { file.wipe() }
        return file.starts(with: FolderKey.format) && KeyEnvelope(file) == nil
    }

    private func stored(in folder: borrowing PrivateFolder) throws(SecretStoreError) -> SecretBytes? {
        guard var file = try folder.contents(of: name, most: FolderKey.maximumFileBytes) else { return nil }
        defer { file.wipe() }
        guard !FolderKey.isOfLaterVersion(file) else {
            throw SecretStoreError(.unsupportedVersion, detail: "a later version wrote \(folder.path)/\(name)")
        }
        guard let key = FolderKey(file) else {
            throw SecretStoreError(.corrupt, detail: "no key file, or a damaged one: \(folder.path)/\(name)")
        }
        return key.master
    }
}
