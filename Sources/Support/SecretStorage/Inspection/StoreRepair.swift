import CAuth0Linux
import LinuxCLibrary

/// A change that repairs a folder of secrets.
package struct StoreRepair: Sendable, Equatable {
    /// The kinds of change.
    package enum Kind: Sendable, Equatable {
        /// The folder gets mode 0700, or the file mode 0600.
        case makePrivate
        /// A copy replaces the file, because it has a second name by which a program could change it.
        case copy
        /// The file gets a name with the suffix `.damaged`.
        case setAside(reason: String)
    }

    /// The name of the file; `nil` for the folder.
    package let file: String?
    /// The kind of change.
    package let kind: Kind

    /// Whether the change loses a secret, or the secret was lost before.
    package var isLoss: Bool { isSetAside && file.flatMap { StoreFile($0) } == .record }

    fileprivate var isSetAside: Bool { if case .setAside = kind { true } else { false } }
}

extension FileStore {
    /// Finds the changes that repair the folder, or some of its files, and the reason why the secrets could not be
    /// checked; blocks, and changes nothing. If the key or passphrase that opens the store is lost, so are the secrets.
    package func repairs(
        isKeyLost: Bool, of files: Set<String>? = nil
    ) throws -> (changes: [StoreRepair], unchecked: SecretStoreError?) {
        let folder: PrivateFolder
        do {
            folder = try storeFolder()
        } catch let error as SecretStoreError where error.systemError == EACCES {
            guard try isOwnFolder() else { throw error }
            return ([StoreRepair(file: nil, kind: .makePrivate)], error)
        }
        var changes: [StoreRepair] = []
        if let status = try folder.status(of: "."), status.st_mode & 0o777 != 0o700 {
            changes.append(StoreRepair(file: nil, kind: .makePrivate))
        }
        for file in try folder.files(withSuffix: "") where files?.contains(file) ?? true {
            guard let kind = StoreFile(file), let status = try folder.status(of: file) else { continue }
            let isOwn = status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
            if isOwn, status.st_nlink > 1, [.key, .record].contains(kind) {
                changes.append(StoreRepair(file: file, kind: .copy))
            } else if !isOwn || status.st_nlink != 1 {
                guard kind != .setAside else { continue }
                let reason = "it is a link, a folder, or a file of another user or with another name"
                changes.append(StoreRepair(file: file, kind: .setAside(reason: reason)))
            } else if status.st_mode & 0o777 != 0o600 {
                changes.append(StoreRepair(file: file, kind: .makePrivate))
            }
        }
        do throws(SecretStoreError) {
            let asides = Set(changes.filter(\.isSetAside).compactMap(\.file))
            return (changes + (try damage(in: folder, isKeyLost, of: files, except: asides)), nil)
        } catch { return (changes, error) }
    }

    /// Repairs the folder; blocks.
    ///
    /// Unreadable files are renamed with the suffix `.damaged`, and nothing is removed. Users who had access before may
    /// have copies of the files.
    package func repair(isKeyLost: Bool) throws -> (changes: [StoreRepair], unchecked: SecretStoreError?) {
        let folder = try storeFolder(grantingAccess: true)
        // Before a lock is taken: the modes, and any object in the place of a lock file.
        let first = try repairs(isKeyLost: isKeyLost).changes.filter {
            $0.kind == .makePrivate || $0.file.flatMap(StoreFile.init) == .lock
        }
        for change in first {
            if change.kind == .makePrivate {
                try folder.makePrivate(change.file)
            } else if let file = change.file {
                try folder.setAside(file)
            }
        }
        // All secrets are opened without the lock, for which logins would wait; under it, those that need a change.
        let found = try repairs(isKeyLost: isKeyLost)
        let files = Set(found.changes.compactMap(\.file))
        let latest = try setDamageAside(
            files, in: folder, isKeyLost, under: folder.lock(.folder, until: .now + lockTimeout))
        // A program with another source of the key makes the next key itself.
        if latest.unchecked == nil, !isKeyLost {
            _ = try SealedFolder.openOrCreate(place.get(), keySource, until: .now + lockTimeout)
        }
        return (first + latest.changes, latest.unchecked)
    }

    /// Checks again, and sets damaged files aside, while no login can replace a damaged secret.
    private func setDamageAside(
        _ files: Set<String>, in folder: borrowing PrivateFolder, _ isKeyLost: Bool, under lock: borrowing HeldLock
    ) throws -> (changes: [StoreRepair], unchecked: SecretStoreError?) {
        let latest = try repairs(isKeyLost: isKeyLost, of: files)
        try folder.setAside(latest.changes.filter(\.isSetAside).compactMap(\.file), under: lock)
        for case (let file?, .copy) in latest.changes.map({ ($0.file, $0.kind) }) {
            // A damaged file with several names has just been set aside.
            guard let bytes = try folder.contents(of: file, most: SealedRecord.maximumFileBytes) else { continue }
            try folder.replace(file, with: bytes, under: lock)
        }
        return latest
    }

    /// Opens the folder, also one to which others have access, if it has a key or a secret of a store; otherwise the
    /// error is ``SecretStoreError/Code/noPlace``. With `isAccessGranted`, this user gets the access that a wrong
    /// `chmod` has taken.
    func storeFolder(grantingAccess isAccessGranted: Bool = false) throws -> PrivateFolder {
        var status = stat()
        let before = try stat(place.get(), &status) == 0 ? status.st_mode & 0o777 : nil
        let folder = try PrivateFolder.open(
            place.get(), creating: false, checkingModes: false, grantingAccess: isAccessGranted)
        guard let folder else { throw SecretStoreError.noStore(try place.get()) }
        let start = try? folder.contents(of: SealedFolder.keyFile, most: FolderKey.maximumFileBytes)
        let isStore =
            try start?.starts(with: FolderKey.format) == true
            || !folder.records().isEmpty
        guard isStore else {
            if let before { try folder.setMode(before) }
            throw SecretStoreError(
                .noPlace,
                detail: "it is no store of secrets, without a key or a secret: \(folder.path); name another folder")
        }
        return folder
    }

    /// Whether the folder is one of this user, who may have lost access to it.
    private func isOwnFolder() throws -> Bool {
        var status = stat()
        return try lstat(place.get(), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }

    /// Finds the key and the secrets that are damaged.
    private func damage(
        in folder: consuming PrivateFolder, _ isKeyLost: Bool, of files: Set<String>?, except asides: Set<String>
    ) throws(SecretStoreError) -> [StoreRepair] {
        func setAside(_ files: [String], _ reason: String) -> [StoreRepair] {
            files.filter { !asides.contains($0) }.map { StoreRepair(file: $0, kind: .setAside(reason: reason)) }
        }
        let records = try folder.records().filter { files?.contains($0) ?? true }
        let hasKey = try folder.status(of: SealedFolder.keyFile) != nil
        guard hasKey, !isKeyLost, !asides.contains(SealedFolder.keyFile) else {
            let key = setAside(hasKey ? [SealedFolder.keyFile] : [], "what opens it is lost")
            return key + setAside(records, "the key of the store is lost")
        }
        guard case .open(let key) = try SealedFolder.keyState(in: folder, keySource) else {
            return setAside([SealedFolder.keyFile], "damaged") + setAside(records, "the key of the store is damaged")
        }
        let sealed = SealedFolder(folder: folder, key: key, source: keySource)
        var damaged: [String] = []
        for file in records where try [.damaged, .putBack].contains(sealed.inspect(record: file).state) {
            damaged.append(file)
        }
        return setAside(damaged, "damaged")
    }
}
