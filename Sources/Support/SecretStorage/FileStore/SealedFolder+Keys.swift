import CAuth0Linux
import LinuxCLibrary
import OpenSSLCryptography
import Synchronization

/// The key file of the folder.
extension SealedFolder {
    /// The name of the key file.
    static let keyFile = "key"

    /// The state of the key file.
    enum KeyState {
        case missing
        case damaged
        case open(FolderKey)
    }

    /// Opens or creates a folder for writing.
    ///
    /// If its key is lost or damaged, so are its secrets: both are set aside, and a new key is made.
    static func openOrCreate(
        _ path: String, _ source: FileStore.KeySource, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) -> SealedFolder {
        guard let folder = try PrivateFolder.open(path, creating: true) else {
            throw SecretStoreError(.noPlace, detail: path)
        }
        var isRepeated = false
        while true {
            let state: KeyState
            do throws(SecretStoreError) {
                state = try keyState(in: folder, source)
            } catch {
                // Once: a file system without modes would keep none of the copies private.
                guard !isRepeated, error.code == .notPrivate || error.systemError == EACCES else { throw error }
                isRepeated = true
                try makeKeyPrivate(in: folder, until: deadline)
                continue
            }
            switch state {
            case .open(let key): return SealedFolder(folder: folder, key: key, source: source)
            case .missing: try makeKey(in: folder, replacing: nil, source, until: deadline)
            case .damaged:
                try makeKey(in: folder, replacing: folder.status(of: keyFile), source, until: deadline)
            }
        }
    }

    /// Replaces a key file of this user by a copy, if others have access to it or it has a second name; gives the user
    /// access if a wrong `chmod` has taken it. Another thread or process may have done so before.
    private static func makeKeyPrivate(
        in folder: borrowing PrivateFolder, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) {
        let lock = try folder.lock(.folder, until: deadline)
        guard let status = try folder.status(of: keyFile), status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return }
        if status.st_mode & 0o400 == 0 { try folder.makePrivate(keyFile) }
        guard status.st_nlink > 1 || status.st_mode & 0o077 != 0,
            let same = try PrivateFolder.open(folder.path, creating: false, checkingModes: false),
            var contents = try same.contents(of: keyFile, most: FolderKey.maximumFileBytes)
        else { return }
        defer { contents.wipe() }
        try folder.replace(keyFile, with: contents, under: lock)
        StoreLog.write(
            "others had access to the key \(folder.path)/\(keyFile), or it had another name: it is a file of its own now; "
                + "rotateKey() replaces the keys that they may have copied")
    }

    /// Reads the key of a folder; `nil` in a folder without secrets. It is ``SecretStoreError/Code/corrupt`` when it is
    /// damaged, or missing in a folder with secrets.
    static func key(
        in folder: borrowing PrivateFolder, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> FolderKey? {
        var state = try keyState(in: folder, source)
        if case .missing = state {
            guard try !folder.records().isEmpty else { return nil }
            // Another process may have created the key and a secret between the two checks.
            state = try keyState(in: folder, source)
        }
        switch state {
        case .open(let key): return key
        case .missing: throw unusableKey("missing", in: folder)
        case .damaged: throw unusableKey("damaged", in: folder)
        }
    }

    private static func unusableKey(_ state: String, in folder: borrowing PrivateFolder) -> SecretStoreError {
        SecretStoreError(.corrupt, detail: "the key of the store is \(state): \(folder.path)/\(keyFile)")
    }

    /// Opens the key file, or takes its keys from memory.
    static func keyState(
        in folder: borrowing PrivateFolder, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> KeyState {
        guard let status = try folder.status(of: keyFile) else { return .missing }
        let state = FileState(status)
        let isKept = source.isInFolder && !state.isRecent
        if isKept, let key = OpenedKeys.key(of: folder.identity, state) { return .open(key) }
        // A link may lead to the key; an object that is neither a link nor a file is not a key file.
        guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { return .damaged }
        guard var file = try keyFileContents(in: folder) else { return .missing }
        defer { file.wipe() }
        guard let key = try source.open(file, "\(folder.path)/\(keyFile)") else { return .damaged }
        if isKept { OpenedKeys.keep(key, of: folder.identity, state) }
        return .open(key)
    }

    /// Returns the contents of the key file, to be wiped; `nil` if it is missing, empty if it is too long.
    private static func keyFileContents(in folder: borrowing PrivateFolder) throws(SecretStoreError) -> [UInt8]? {
        guard let opened = try folder.openFile(keyFile) else { return nil }
        return try opened.readAll(most: FolderKey.maximumFileBytes, "\(folder.path)/\(keyFile)") ?? []
    }

    /// Makes the key of a folder, unless its key file, which is missing or has the attributes `damaged`, changed
    /// meanwhile.
    private static func makeKey(
        in folder: borrowing PrivateFolder, replacing damaged: stat?, _ source: FileStore.KeySource,
        until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) {
        let key = try SecretStoreError.cryptographic(FolderKey(master: SecretBytes(random: FolderKey.keyCount)))
        // Before the lock is taken, because a derivation or a keyring takes time.
        var file = try source.seal(key)
        defer { file.wipe() }
        let lock = try folder.lock(.folder, until: deadline)
        let present = try folder.status(of: keyFile).map { FileState($0) }
        guard present == damaged.map({ FileState($0) }) else { return }
        let lost = try folder.records()
        try folder.replace(keyFile, with: file, under: lock) { () throws(SecretStoreError) in
            let keptKey = try folder.setAside(keyFile)
            for file in lost { try folder.setAside(file) }
            guard keptKey != nil || !lost.isEmpty else { return }
            let secrets = lost.count == 1 ? "1 secret" : "\(lost.count) secrets"
            StoreLog.write(
                "the key \(folder.path)/\(keyFile) is \(keptKey.map { "damaged and is kept as \($0)" } ?? "missing"); "
                    + "lost with it: \(secrets), kept as *\(PrivateFolder.damagedSuffix)")
        }
    }

    /// Replaces the keys of the folder by the result of `change`, unless that is `nil`; the end of the process at any
    /// point leaves the earlier or the later keys.
    ///
    /// The keys are sealed before the folder is locked, and again if another process replaced them meanwhile.
    @discardableResult
    func replaceKeys(
        sealedFor target: FileStore.KeySource, timeout: Duration,
        _ change: (FolderKey) throws(CryptographyError) -> FolderKey?
    ) throws(SecretStoreError) -> FolderKey {
        while true {
            guard var present = try Self.keyFileContents(in: folder) else {
                throw Self.unusableKey("missing", in: folder)
            }
            defer { present.wipe() }
            guard let key = try source.open(present, "\(folder.path)/\(Self.keyFile)") else {
                throw Self.unusableKey("damaged", in: folder)
            }
            let changed = try SecretStoreError.cryptographic(change(key))
            guard let changed else { return key }
            var file = try target.seal(changed)
            defer { file.wipe() }
            let lock = try folder.lock(.folder, until: .now + timeout)
            var latest = try Self.keyFileContents(in: folder) ?? []
            defer { latest.wipe() }
            guard latest == present else { continue }
            try folder.replace(Self.keyFile, with: file, under: lock)
            return changed
        }
    }
}

/// A cache of the keys of folders that contain their key, so that a call derives nothing while the key file is
/// unchanged.
///
/// A key is wiped when it was replaced here and the last call that uses it has ended.
enum OpenedKeys {
    private static let maximumFolders = 16
    private static let kept = Mutex<[FileIdentity: (state: FileState, key: FolderKey)]>([:])

    /// Returns the keys of a folder if its key file is the one that was opened.
    static func key(of folder: FileIdentity, _ state: FileState) -> FolderKey? {
        kept.withLock { $0[folder].flatMap { $0.state == state ? $0.key : nil } }
    }

    /// Keeps the keys of a folder, with the state of the key file before it was read.
    static func keep(_ key: FolderKey, of folder: FileIdentity, _ state: FileState) {
        let key = FolderKey(withOwnPages: key)
        kept.withLock { kept in
            if kept[folder] == nil, kept.count >= maximumFolders { kept = [:] }
            kept[folder] = (state, key)
        }
    }
}
