import CAuth0Linux
import LinuxCLibrary
package import OpenSSLCryptography

extension FileStore: SharedSecretStore {
    /// Waits for the kernel lock of this secret's byte in the lock file; blocks. The kernel releases the lock when its
    /// holder ends for any reason.
    package func renewalLock(
        of name: SecretName, until deadline: ContinuousClock.Instant
    ) throws -> any RenewalLock {
        let existing = try open()
        if let existing { return FileLock(try existing.renewalLock(of: name, until: deadline)) }
        let new = try SealedFolder.openOrCreate(
            place.get(), keySource, until: min(deadline, .now + lockTimeout))
        return FileLock(try new.renewalLock(of: name, until: deadline))
    }

    /// Returns a secret and keeps its file open; blocks.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        guard let sealed = try open() else { return nil }
        return try sealed.storedSecret(named: name)
    }

    /// Replaces a secret under its lock unless it was replaced or removed; blocks. After an input/output error of the
    /// folder the new secret may be stored.
    package func replace(
        _ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes
    ) throws -> Bool {
        try SealedRecord.checkSize(secret, name)
        let record = try lock(name)
        guard let number = try record.number(ifHolding: stored) else { return false }
        try record.write(secret, replacing: number)
        return true
    }

    /// Removes a secret under its lock unless it was replaced or removed; blocks.
    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        let record = try lock(name)
        guard let number = try record.number(ifHolding: stored) else { return false }
        return try record.remove(number)
    }
}

/// A secret whose file is kept open.
///
/// Each write gives the name to a new file, so the open file has no name after the secret was replaced or removed. Its
/// inode is not reused while it is open, so one `fstat` without a path is conclusive.
final class OpenSecret: StoredSecret {
    let secret: SecretBytes
    /// The number of its write.
    let number: WriteNumber
    /// The open file; `nil` when too many are open.
    private let descriptor: Descriptor?
    private let state: FileState

    /// Takes ownership of the open file, and closes it when too many are open.
    ///
    /// - Parameters:
    ///   - record: The contents.
    ///   - descriptor: The file.
    ///   - state: Its state before it was read.
    init(_ record: SealedFolder.Record, in descriptor: consuming Descriptor, _ state: FileState) {
        (secret, number) = (record.secret, record.number)
        if KeptDescriptors.add() {
            self.descriptor = consume descriptor
        } else {
            self.descriptor = nil
        }
        self.state = state
    }

    deinit {
        if descriptor != nil { KeptDescriptors.remove() }
    }

    var isCurrent: Bool {
        guard let status = try? descriptor?.status() else { return false }
        return status.st_nlink == 1 && FileState(status) == state
    }
}
