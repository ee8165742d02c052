import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls
package import OpenSSLCryptography
import Synchronization

extension FileStore: SharedSecretStore {
    /// Waits for the kernel lock of this secret's byte in a lock file; blocks. The kernel releases the lock when its
    /// holder ends for any reason.
    package func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        let sealed =
            try open() ?? SealedFolder.openOrCreate(place.get(), keySource, until: min(deadline, .now + lockTimeout))
        return FileLock(try sealed.folder.lock(.renewal(of: sealed.id(of: name)), until: deadline))
    }

    /// Returns a secret and keeps its file open; blocks.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        try open()?.storedSecret(named: name)
    }

    /// Replaces a secret under its lock unless it was replaced or removed; blocks. After an input/output error of the
    /// folder the new secret may be stored.
    package func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
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

/// The files of secrets that stay open between calls: at most a quarter of the descriptors that the process may have. A
/// secret without one is read again at each use.
///
/// The rest is left for renewals, connections, and the files that are open during a call.
///
/// - SeeAlso: `RLIMIT_NOFILE` in [getrlimit(2)](https://man7.org/linux/man-pages/man2/getrlimit.2.html)
enum KeptDescriptors {
    private static let count = Atomic<UInt64>(0)

    /// Counts one more descriptor, and returns whether it may stay open; the only one always may.
    static func add() -> Bool {
        let count = count.add(1, ordering: .relaxed).newValue
        if count == 1 || count <= OpenFile.limit / 4 { return true }
        remove()
        return false
    }

    /// Counts one descriptor less, which was closed.
    static func remove() { count.subtract(1, ordering: .relaxed) }
}
