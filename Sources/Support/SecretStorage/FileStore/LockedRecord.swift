import CAuth0Linux
import LinuxCLibrary
import OpenSSLCryptography

/// A record of an open folder whose writes this thread has locked.
struct LockedRecord: ~Copyable {
    private let sealed: SealedFolder
    private let lock: HeldLock
    private let name: SecretName
    private let id: [UInt8]

    /// Opens or creates a folder, and locks a record against writes by others; blocks.
    static func lock(
        _ name: SecretName, in path: String, _ source: FileStore.KeySource, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) -> LockedRecord {
        while true {
            let opened = try SealedFolder.openOrCreate(path, source, until: deadline)
            let id = try opened.id(of: name)
            let lock = try opened.folder.lock(.write(of: id), until: deadline)
            // Another process may have replaced the keys during the wait; it does not while this lock is held.
            guard case .open(let key) = try SealedFolder.keyState(in: opened.folder, source),
                key.check == opened.key.check
            else { continue }
            let sealed = SealedFolder(folder: opened.folder, key: key, source: source)
            return LockedRecord(sealed: sealed, lock: lock, name: name, id: id)
        }
    }

    private var file: String { SealedFolder.file(of: id) }

    func read() throws(SecretStoreError) -> SealedFolder.Record? { try sealed.read(name, id) }

    /// Writes the secret. An unreadable file is set aside, and a file of a later version remains. The number of the
    /// present secret's write is read unless it is known.
    func write(_ secret: SecretBytes, replacing known: WriteNumber? = nil) throws(SecretStoreError) {
        var (previous, reason) = (known, SecretStoreError?.none)
        do throws(SecretStoreError) {
            if previous == nil { previous = try read()?.number }
        } catch {
            guard error.isOfUnreadableFile else { throw error }
            reason = error
        }
        let seen = SeenWrites.of(id)
        // Without a readable file this is a new login: other processes may have seen later numbers than this one.
        let number =
            if let next = previous?.next { next } else { try SecretStoreError.cryptographic(WriteNumber()) }
        let record = SealedFolder.Record(name: name, secret: secret, number: number)
        let bytes = try SealedFolder.sealed(record, id, with: sealed.key)
        var keptName: String?
        try sealed.folder.replace(file, with: bytes, under: lock) { () throws(SecretStoreError) in
            if reason != nil { keptName = try sealed.folder.setAside(file) }
        }
        SeenWrites.update(id) { $0.add(number, since: seen) }
        if let reason { sealed.folder.reportSetAside(file, keptName, because: reason) }
    }

    /// Removes the secret, also one that is damaged or of a later version, and returns whether it existed. An object
    /// that is not a file is set aside.
    func remove(_ known: WriteNumber? = nil) throws(SecretStoreError) -> Bool {
        let previous = try? known ?? read()?.number
        do throws(SecretStoreError) {
            guard try sealed.folder.remove(file) else { return false }
        } catch {
            guard error.systemError == EISDIR else { throw error }
            try sealed.folder.reportSetAside(file, sealed.folder.setAside(file), because: error)
        }
        SeenWrites.update(id) { $0.remove(previous) }
        return true
    }

    /// Returns the number of the secret's write if it is the secret that was read before: not replaced, or only sealed
    /// with another key; `nil` after another write or a removal.
    func number(ifHolding stored: any StoredSecret) throws(SecretStoreError) -> WriteNumber? {
        guard let stored = stored as? OpenSecret else { return nil }
        if stored.isCurrent { return stored.number }
        guard let present = try read(), present.number == stored.number,
            ConstantTime.areEqual(present.secret, stored.secret)
        else { return nil }
        return present.number
    }
}

extension SecretStoreError {
    /// Whether a file was read and is damaged, or cannot be read, also by a later attempt.
    var isOfUnreadableFile: Bool {
        [.corrupt, .notPrivate].contains(code) || [EACCES, EPERM, EIO].contains(systemError)
    }
}
