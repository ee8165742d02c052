import CAuth0Linux
import Glibc
import OpenSSLCryptography
import ByteEncodings

/// An open folder of sealed secrets, with the key that opens them.
struct SealedFolder: ~Copyable {
    let folder: PrivateFolder
    let key: FolderKey
    let source: FileStore.KeySource
    /// The lock of the folder; `nil` for reading.
    let lock: HeldLock?

    static let keyFile = "key"
    static let generationsFile = "generations"
    static let recordSuffix = ".sealed"
    static let damagedSuffix = ".damaged"

    /// Opens a folder for reading.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - source: The source of the key.
    /// - Returns: The folder; `nil` when it does not exist or has no key yet.
    /// - Throws: ``SecretStoreError``.
    static func open(
        _ path: String, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> SealedFolder? {
        guard let folder = try PrivateFolder.open(path, creating: false),
            let key = try key(in: folder, source)
        else { return nil }
        return SealedFolder(folder: folder, key: key, source: source, lock: nil)
    }

    /// Opens or creates a folder and locks it against changes by others.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - source: The source of the key.
    ///   - deadline: The end of the wait for the lock.
    /// - Returns: The folder, with its key.
    /// - Throws: ``SecretStoreError``.
    static func lock(
        _ path: String, _ source: FileStore.KeySource, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) -> SealedFolder {
        // A derivation or a keyring takes its time before others have to wait; the source remembers the key.
        if source.isSlow { _ = try open(path, source) }
        guard let folder = try PrivateFolder.open(path, creating: true) else {
            throw SecretStoreError(.noPlace, detail: path)
        }
        let lock = try folder.lock(until: deadline)
        try folder.removeDrafts()
        let existing = try key(in: folder, source)
        let key = if let existing { existing } else { try makeKey(in: folder, source) }
        return SealedFolder(folder: folder, key: key, source: source, lock: lock)
    }

    /// Reads the key of a folder.
    ///
    /// - Returns: The key; `nil` in a folder without secrets.
    /// - Throws: ``SecretStoreError/Code/corrupt`` when the key is damaged, or missing in a folder with secrets;
    ///   ``SecretStoreError/Code/unsupportedVersion`` for a key of a later version.
    private static func key(
        in folder: borrowing PrivateFolder, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> FolderKey? {
        if let key = try storedKey(in: folder, source) { return key }
        guard try !folder.files(withSuffix: recordSuffix).isEmpty else { return nil }
        // Another process may have created the key and a secret between the two looks.
        guard let key = try storedKey(in: folder, source) else {
            throw SecretStoreError(.corrupt, detail: "the key of the store is missing: \(folder.path)/\(keyFile)")
        }
        return key
    }

    private static func storedKey(
        in folder: borrowing PrivateFolder, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> FolderKey? {
        guard var file = try folder.contents(of: keyFile, most: FolderKey.mostFileBytes) else { return nil }
        defer { file.wipe() }
        return try source.open(file, "\(folder.path)/\(keyFile)")
    }

    private static func makeKey(
        in folder: borrowing PrivateFolder, _ source: FileStore.KeySource
    ) throws(SecretStoreError) -> FolderKey {
        let key = try SecretStoreError.cryptographic { () throws(CryptographyError) in
            try FolderKey(master: SecretBytes(random: FolderKey.keyCount))
        }
        var file = try source.seal(key)
        defer { file.wipe() }
        // The key comes last: a folder with a key always has numbers.
        try folder.replace([(generationsFile, Self.file(of: Generations(), master: key.master)), (keyFile, file)])
        return key
    }

    /// Reads the numbers of the latest writes.
    ///
    /// - Throws: ``SecretStoreError/Code/corrupt`` when they are missing, damaged, or older than numbers that this
    ///   process has seen.
    func generations() throws(SecretStoreError) -> Generations {
        let seen = Generations.latestSeen(in: key.check)
        let path = "\(folder.path)/\(Self.generationsFile)"
        let file = try folder.contents(of: Self.generationsFile, most: Generations.mostFileBytes) ?? []
        guard !Generations.isOfLaterVersion(file) else {
            throw SecretStoreError(.unsupportedVersion, detail: "a later version wrote \(path)")
        }
        guard let generations = Generations.verified(file, master: key.master, of: key.check) else {
            throw SecretStoreError(.corrupt, detail: "missing or damaged: \(path)")
        }
        guard generations.latest >= seen else {
            throw SecretStoreError(.corrupt, detail: "an older state of the store was put back: \(folder.path)")
        }
        Generations.see(generations.latest, in: key.check)
        return generations
    }

    /// Reads the numbers of the latest writes for the holder of the lock, and adds those of writes that a process began
    /// and did not end.
    func completeGenerations() throws(SecretStoreError) -> Generations {
        var generations = try generations()
        for file in try folder.files(withSuffix: Self.recordSuffix) {
            guard let id = Self.id(of: file), !generations.hasNumber(of: id),
                let bytes = try? folder.contents(of: file, most: SealedRecord.mostFileBytes),
                let number = try opened(bytes, id)?.generation,
                generations.isCurrent(number, of: id)
            else { continue }
            generations.note(number, of: id)
        }
        return generations
    }

    /// Stores the numbers of a change.
    ///
    /// - Parameters:
    ///   - generations: The numbers.
    ///   - isDurable: Whether to wait until they are on the disk.
    /// - Throws: ``SecretStoreError``.
    private func store(_ generations: Generations, isDurable: Bool) throws(SecretStoreError) {
        let entries = try SecretStoreError.cryptographic { () throws(CryptographyError) in
            try generations.entries(master: key.master)
        }
        if let entries, let end = generations.end {
            try folder.append(entries, to: Self.generationsFile, at: end, isDurable: isDurable)
        } else {
            try folder.replace([(Self.generationsFile, Self.file(of: generations, master: key.master))])
        }
        Generations.see(generations.latest, in: key.check)
    }

    static func file(
        of generations: Generations, master: SecretBytes
    ) throws(SecretStoreError) -> [UInt8] {
        let file = try SecretStoreError.cryptographic { () throws(CryptographyError) in
            try generations.sealed(master: master)
        }
        guard let file else { throw SecretStoreError(.tooLarge, detail: "too many secrets in one folder") }
        return file
    }

    /// Reads a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for a damaged file or one that was put
    ///   back.
    func read(_ name: SecretName) throws(SecretStoreError) -> SecretBytes? {
        // The numbers come first: a write after them only makes the file newer.
        try read(name, id(of: name), generations())?.secret
    }

    private func read(
        _ name: SecretName, _ id: [UInt8], _ generations: Generations
    ) throws(SecretStoreError) -> (secret: SecretBytes, generation: UInt64)? {
        let file = file(of: id)
        guard let bytes = try folder.contents(of: file, most: SealedRecord.mostFileBytes) else { return nil }
        return try unsealed(bytes, of: id, name, generations)
    }

    /// Reads a secret and keeps its file open.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt``.
    func storedSecret(named name: SecretName) throws(SecretStoreError) -> OpenSecret? {
        let generations = try generations()
        let id = try id(of: name)
        let file = file(of: id)
        guard let opened = try folder.openFile(file) else { return nil }
        // The time comes first: a change while the file is read makes it different.
        let changed = try opened.status().st_ctim
        let bytes = try folder.contents(of: opened, file, most: SealedRecord.mostFileBytes)
        return OpenSecret(try unsealed(bytes, of: id, name, generations).secret, in: opened, changed: changed)
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
        try folder.lock(Hex.encode(try id(of: name)) + ".lock", until: deadline)
    }

    /// Opens the contents of a secret's file.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - id: The record of the secret.
    ///   - name: The name of the secret.
    ///   - generations: The numbers of the latest writes, read before the file.
    /// - Returns: The secret and the number of its write.
    /// - Throws: ``SecretStoreError``.
    private func unsealed(
        _ bytes: [UInt8], of id: [UInt8], _ name: SecretName, _ generations: Generations
    ) throws(SecretStoreError) -> (secret: SecretBytes, generation: UInt64) {
        let path = "\(folder.path)/\(file(of: id))"
        guard !SealedRecord.isOfLaterVersion(bytes) else {
            throw SecretStoreError(.unsupportedVersion, name: name, detail: "a later version wrote \(path)")
        }
        guard let opened = try opened(bytes, id), opened.name == name else {
            throw SecretStoreError(.corrupt, name: name, detail: path)
        }
        guard generations.isCurrent(opened.generation, of: id) else {
            throw SecretStoreError(.corrupt, name: name, detail: "an older state was put back: \(path)")
        }
        return (opened.secret, opened.generation)
    }

    /// Writes a secret; a damaged file of the same name is renamed and kept.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    /// - Throws: ``SecretStoreError``; nothing is written over a file of a later version.
    func write(_ secret: SecretBytes, as name: SecretName) throws(SecretStoreError) {
        let id = try id(of: name)
        var generations = try completeGenerations()
        guard generations.hasRoom else {
            throw SecretStoreError(.tooLarge, name: name, detail: "too many secrets in \(folder.path)")
        }
        var (previous, isDamaged) = (UInt64(0), false)
        do {
            previous = try read(name, id, generations)?.generation ?? 0
        } catch {
            guard error.code == .corrupt else { throw error }
            isDamaged = true
        }
        let generation = max(generations.latest, previous) + 1
        let bytes = try sealed(secret, name, id, generation)
        if isDamaged { try folder.rename(file(of: id), to: file(of: id) + Self.damagedSuffix) }
        // The secret comes first: a process that ends between the two leaves a newer file than its number, which is valid.
        try folder.replace([(file(of: id), bytes)])
        generations.note(generation, of: id)
        // The secret is on the disk; without its number only an older state that is put back would not be noticed.
        try? store(generations, isDurable: false)
    }

    /// Removes a secret, also one that is damaged or of a later version.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError``.
    func remove(_ name: SecretName) throws(SecretStoreError) -> Bool {
        let id = try id(of: name)
        var generations = try completeGenerations()
        let previous = (try? read(name, id, generations))?.generation ?? 0
        guard try folder.remove(file(of: id)) else { return false }
        generations.noteRemoval(of: id, generation: previous)
        do throws(SecretStoreError) {
            // Durable, because a removed file that is put back is noticed by this number alone.
            try store(generations, isDurable: true)
        } catch {
            // The secret is gone, which matters more on a full disk than that a copy of it would be noticed.
            guard error.code == .noSpace else { throw error }
        }
        return true
    }

    /// Returns the names of all readable secrets.
    ///
    /// - Throws: ``SecretStoreError`` when the folder cannot be listed.
    func names() throws(SecretStoreError) -> [SecretName] {
        let generations = try generations()
        var names: [SecretName] = []
        for file in try folder.files(withSuffix: Self.recordSuffix) {
            guard let id = Self.id(of: file),
                let bytes = try? folder.contents(of: file, most: SealedRecord.mostFileBytes),
                let opened = try opened(bytes, id), generations.isCurrent(opened.generation, of: id)
            else { continue }
            names.append(opened.name)
        }
        return names
    }

    func sealed(
        _ secret: SecretBytes, _ name: SecretName, _ id: [UInt8], _ generation: UInt64
    ) throws(SecretStoreError) -> [UInt8] {
        guard let current = key.keys[key.current] else { throw SecretStoreError(.corrupt, detail: folder.path) }
        return try SecretStoreError.cryptographic { () throws(CryptographyError) in
            try SealedRecord(id: id, master: current, keyID: key.current).seal(secret, as: name, generation: generation)
        }
    }

    /// Opens the file of a record with the key that it names.
    func opened(
        _ file: [UInt8], _ id: [UInt8]
    ) throws(SecretStoreError) -> (name: SecretName, secret: SecretBytes, generation: UInt64)? {
        guard let number = SealedRecord.keyID(of: file) else { return nil }
        // Another process may have rotated the keys after this one read them.
        var sealing = key.keys[number]
        if sealing == nil { sealing = try Self.storedKey(in: folder, source)?.keys[number] }
        guard let sealing else { return nil }
        return SealedRecord(id: id, master: sealing, keyID: number).open(file)
    }

    static func id(of file: String) -> [UInt8]? {
        try? Hex.decode(String(file.dropLast(recordSuffix.utf8.count)))
    }

    private func id(of name: SecretName) throws(SecretStoreError) -> [UInt8] {
        try SecretStoreError.cryptographic { () throws(CryptographyError) in
            try SealedRecord.id(of: name, master: key.master)
        }
    }

    private func file(of id: [UInt8]) -> String { Hex.encode(id) + Self.recordSuffix }
}
