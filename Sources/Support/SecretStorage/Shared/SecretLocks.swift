import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls
import OpenSSLCryptography
import Synchronization

/// The purpose of the lock of a secret; locks of different purposes do not exclude each other.
package enum LockPurpose: Hashable, Sendable {
    /// A renewal, which may take long.
    case renewal
    /// A read and a write that belong together.
    case writing
}

/// Locks that all processes of a user share: kernel locks of bytes of the lock files of a folder, chosen by hashes of
/// the names of secrets.
package struct LockFolder: Sendable {
    let path: String

    /// Creates the locks in a folder, which is created when it is missing.
    package init(path: String) { self.path = path }

    /// Waits for a lock of this user, which is held to the end of its lifetime; blocks.
    package func lock(
        _ name: SecretName, for purpose: LockPurpose, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) -> any RenewalLock {
        let id = Self.id(name)
        return FileLock(try open(name).lock(purpose == .renewal ? .renewal(of: id) : .write(of: id), until: deadline))
    }

    /// Opens or creates the folder, for the lock or the mark of a secret.
    func open(_ name: SecretName) throws(SecretStoreError) -> PrivateFolder {
        guard let folder = try PrivateFolder.open(path, creating: true) else {
            throw SecretStoreError(.noPlace, name: name, detail: "the folder of locks was removed")
        }
        return folder
    }

    /// Returns the ID of a secret in this folder.
    static func id(_ name: SecretName) -> [UInt8] { HashAlgorithm.sha256.digest(of: name.bytes) }
}

/// A kernel lock of a part of a lock file.
final class FileLock: RenewalLock {
    private let lock: HeldLock

    init(_ lock: consuming HeldLock) { self.lock = lock }

    var isHeld: Bool { lock.isHeld }

    /// The locked file: as long as its holder lives, no other file has its inode.
    var place: UInt64? { lock.file.number }
}

/// A lock of one name that the threads of this process share, held to the end of its lifetime.
final class NameLock: RenewalLock {
    private struct Key: Hashable {
        let store: ObjectIdentifier
        let name: SecretName
        let purpose: LockPurpose
    }

    private struct Held {
        var keys: Set<Key> = []
        /// A forked child has none of the threads that hold the locks of its parent.
        var process = ProcessGeneration.current
    }

    private static let held = Mutex(Held())
    private let process = ProcessGeneration.current
    private let key: Key
    /// Kept, because another object could get its identity.
    private let store: any Sendable

    /// Waits for the lock; blocks. The store is an object, or the value of a type whose values are one store.
    init(
        _ name: SecretName, in store: any Sendable, of purpose: LockPurpose, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) {
        let kind = type(of: store)
        let identity = kind is AnyClass ? ObjectIdentifier(store as AnyObject) : ObjectIdentifier(kind)
        let key = Key(store: identity, name: name, purpose: purpose)
        try LockWait.until(deadline, for: "this process") { () throws(SecretStoreError) in
            Self.held.withLock { held in
                if !held.process.isCurrent { held = Held() }
                return held.keys.insert(key).inserted
            }
        }
        (self.key, self.store) = (key, store)
    }

    var isHeld: Bool { process.isCurrent }

    deinit {
        if isHeld { Self.held.withLock { _ = $0.keys.remove(key) } }
    }
}

/// The wait of a thread for a lock that has no queue with deadlines.
enum LockWait {
    /// Tries until the lock is taken, with pauses of 0.5 ms that grow to 16 ms; blocks. At least one attempt is made.
    static func until(
        _ deadline: ContinuousClock.Instant, for detail: String, attempt: () throws(SecretStoreError) -> Bool
    ) throws(SecretStoreError) {
        var pause = timespec(tv_sec: 0, tv_nsec: 500_000)
        while try !attempt() {
            guard ContinuousClock.now < deadline else { throw SecretStoreError(.lockTimeout, detail: detail) }
            nanosleep(&pause, nil)
            pause.tv_nsec = min(pause.tv_nsec * 2, 16_000_000)
        }
    }
}
