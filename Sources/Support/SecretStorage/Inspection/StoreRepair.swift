import CAuth0Linux
import Glibc

/// A change that brings a folder of secrets back to working order.
package struct StoreRepair: Sendable, Equatable {
    /// The kinds of change.
    package enum Kind: Sendable, Equatable {
        /// The folder gets mode 0700, or the file mode 0600.
        case makePrivate
        /// The file gets a name with the suffix `.damaged`.
        case setAside(reason: String)
    }

    /// The name of the file; `nil` for the folder.
    package let file: String?
    /// The kind of change.
    package let kind: Kind
}

extension FileStore {
    /// Finds the changes that bring the folder back to working order; blocks, and changes nothing.
    ///
    /// - Returns: The changes, and the reason why the secrets could not be checked, such as
    ///   ``SecretStoreError/Code/wrongKey``; `nil` when there is no folder.
    /// - Throws: ``SecretStoreError/Code/notPrivate`` for a folder that is not one of a store.
    package func repairs() throws -> (changes: [StoreRepair], unchecked: SecretStoreError?)? {
        guard let folder = try ownFolder() else { return nil }
        var changes: [StoreRepair] = []
        if let status = try folder.status(of: "."), status.st_mode & 0o777 != 0o700 {
            changes.append(StoreRepair(file: nil, kind: .makePrivate))
        }
        for file in try folder.files(withSuffix: "") where StoreFile(file) != nil {
            guard let status = try folder.status(of: file) else { continue }
            let isFile = status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink == 1
            if isFile, status.st_mode & 0o777 != 0o600 {
                changes.append(StoreRepair(file: file, kind: .makePrivate))
            } else if !isFile, [.key, .lock, .record].contains(StoreFile(file)) {
                let reason = "it is a link, a folder, or a file of another user or with another name"
                changes.append(StoreRepair(file: file, kind: .setAside(reason: reason)))
            }
        }
        do throws(SecretStoreError) {
            return (changes + (try Self.damage(in: folder, keySource, except: changes)), nil)
        } catch { return (changes, error) }
    }

    /// Brings the folder back to working order; blocks.
    ///
    /// Users who had access before may have copies of its files.
    ///
    /// - Returns: The changes, and the reason why the secrets could not be checked; `nil` when there is no folder.
    /// - Throws: ``SecretStoreError``, as ``repairs()`` does.
    package func repair() throws -> (changes: [StoreRepair], unchecked: SecretStoreError?)? {
        guard let folder = try ownFolder(), let first = try repairs() else { return nil }
        let opened = first.changes.filter { $0.kind == .makePrivate }
        for change in opened { try folder.makePrivate(change.file) }
        let lock = try folder.lock(.folder, until: .now + lockTimeout)
        // A login may have replaced a damaged secret meanwhile.
        guard let latest = try repairs() else { return nil }
        try folder.setAside(latest.changes.compactMap(\.file), under: lock)
        return (opened + latest.changes, latest.unchecked)
    }

    /// Opens the folder, also one with access for others; only one with the files of a store.
    func ownFolder() throws -> PrivateFolder? {
        guard let folder = try PrivateFolder.open(place.get(), creating: false, checkingModes: false) else {
            return nil
        }
        let files = try folder.files(withSuffix: "")
        let start = try? folder.contents(of: SealedFolder.keyFile, most: FolderKey.mostFileBytes)
        guard files.contains(where: { StoreFile($0) == .record }) || start?.starts(with: FolderKey.format) == true
        else {
            throw SecretStoreError(
                .noPlace, detail: "\(folder.path) has neither the key nor a secret of a store, and is not changed")
        }
        return folder
    }

    /// Finds the key and the secrets that are damaged, except those that are put aside already.
    private static func damage(
        in folder: borrowing PrivateFolder, _ source: KeySource, except others: [StoreRepair]
    ) throws(SecretStoreError) -> [StoreRepair] {
        let asides = Set(others.filter { $0.kind != .makePrivate }.compactMap(\.file))
        let records = try folder.files(withSuffix: SealedFolder.recordSuffix).filter {
            StoreFile($0) == .record && !asides.contains($0)
        }
        func putAside(_ files: [String], _ reason: String) -> [StoreRepair] {
            files.map { StoreRepair(file: $0, kind: .setAside(reason: reason)) }
        }
        let isKeyAside = asides.contains(SealedFolder.keyFile)
        switch isKeyAside ? .missing : try SealedFolder.keyState(in: folder, source) {
        case .missing: return putAside(records, "the key of the store is lost")
        case .damaged:
            return putAside([SealedFolder.keyFile], "damaged") + putAside(records, "the key of the store is damaged")
        case .open(let key):
            var damaged: [String] = []
            for file in records where try !SealedFolder.isReadable(file, in: folder, key) { damaged.append(file) }
            return putAside(damaged, "damaged")
        }
    }
}

extension SealedFolder {
    /// Whether a record opens, or is not to be touched because a later version wrote it.
    fileprivate static func isReadable(
        _ file: String, in folder: borrowing PrivateFolder, _ key: FolderKey
    ) throws(SecretStoreError) -> Bool {
        let bytes: [UInt8]
        do throws(SecretStoreError) {
            bytes = try folder.contents(of: file, most: SealedRecord.mostFileBytes) ?? []
        } catch {
            guard error.isOfUnreadableFile else { throw error }
            return false
        }
        guard !SealedRecord.isOfLaterVersion(bytes) else { return true }
        guard let id = id(of: file), let number = SealedRecord.keyID(of: bytes), let sealing = key.keys[number] else {
            return false
        }
        return SealedRecord(id: id, master: sealing, keyID: number).open(bytes) != nil
    }
}
