import ByteEncodings
import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls

/// The part of a folder's lock files that a holder locks.
///
/// Each record has a byte for its writes and one for its renewals, chosen by its ID. The bytes of all writes together
/// are the lock of the folder.
enum LockPart {
    /// The writes of one record.
    case write(of: [UInt8])
    /// The renewals of one record.
    case renewal(of: [UInt8])
    /// All records: for the key of the folder, and the removal of drafts.
    case folder

    private static let count: off_t = 1 << 60
    /// The byte that a holder of the folder locks first, and that writes lock only briefly, so that a stream of writes
    /// cannot block the next holder of the folder.
    fileprivate static let gate = (start: count, count: off_t(1))

    fileprivate var range: (start: off_t, count: off_t) {
        switch self {
        case .write(let id), .renewal(let id): (Self.offset(id), 1)
        case .folder: (0, Self.count)
        }
    }

    /// The name of the lock file: one for writes, and 256 for renewals. A renewal's lock is held as long as its request
    /// takes, and the kernel compares a new lock with each lock of the file.
    fileprivate var file: String {
        guard case .renewal(let id) = self else { return PrivateFolder.lockFile }
        return PrivateFolder.lockFile + "." + Hex.encode(id.prefix(1))
    }

    private static func offset(_ id: [UInt8]) -> off_t { off_t(BigEndian.value(id.prefix(8)) >> 4) }
}

/// A kernel lock of a part of a folder's lock file, held to the end of the lifetime.
///
/// It belongs to the open file, so that it excludes the threads of this process, too, and the kernel releases it when
/// the process ends. A child that was forked without `exec` shares the open file. Without the explicit release, the
/// lock would be held until the child ends; without the check of the process, the child would release the lock of its
/// parent.
///
/// - SeeAlso: open file description locks in [fcntl(2)](https://man7.org/linux/man-pages/man2/F_OFD_SETLK.2const.html)
struct HeldLock: ~Copyable {
    private let descriptor: Descriptor
    private let process: ProcessGeneration
    private let path: String
    /// The locked file.
    let file: FileIdentity

    fileprivate init(_ descriptor: consuming Descriptor, _ file: FileIdentity, _ path: String) {
        self.descriptor = descriptor
        (self.file, self.path) = (file, path)
        process = .current
    }

    /// Whether this process has the lock, and the locked file is still the one that other processes find.
    ///
    /// One system call, which does not block. The file is open, so no other file has its inode.
    var isHeld: Bool {
        guard process.isCurrent else { return false }
        var status = stat()
        return stat(path, &status) == 0 && FileIdentity(status) == file
    }

    deinit {
        if process.isCurrent { _ = Self.setLock(descriptor.number, F_UNLCK, (0, 0)) }
    }

    /// Locks a part of the file; blocks.
    fileprivate func take(_ part: LockPart, until deadline: ContinuousClock.Instant) throws(SecretStoreError) {
        let (number, path) = (descriptor.number, path)
        func isLocked(_ kind: Int32, _ range: (start: off_t, count: off_t)) throws(SecretStoreError) -> Bool {
            if Self.setLock(number, kind, range) { return true }
            guard [EAGAIN, EACCES, EINTR].contains(errno) else { throw .system(path) }
            return false
        }
        let gate: Int32? =
            switch part {
            case .write: F_RDLCK
            case .renewal: nil
            case .folder: F_WRLCK
            }
        try LockWait.until(deadline, for: path) { () throws(SecretStoreError) in
            if let gate, try !isLocked(gate, LockPart.gate) { return false }
            defer { if gate == F_RDLCK { _ = Self.setLock(number, F_UNLCK, LockPart.gate) } }
            return try isLocked(F_WRLCK, part.range)
        }
    }

    private static func setLock(_ number: Int32, _ kind: Int32, _ range: (start: off_t, count: off_t)) -> Bool {
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(kind), Int16(SEEK_SET))
        (lock.l_start, lock.l_len) = range
        return fcntl(number, auth0_set_open_file_lock, &lock) == 0
    }
}

extension PrivateFolder {
    /// The name of the lock file of writes, and the beginning of those of renewals.
    static var lockFile: String { "lock" }

    /// Takes a lock of the folder; blocks.
    ///
    /// The lock file is never removed here. If another program removed or replaced it during the wait, the lock of the
    /// new file is taken: two processes could hold locks of two files otherwise.
    func lock(
        _ part: LockPart, in name: String? = nil, until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) -> HeldLock {
        let name = name ?? part.file
        while true {
            let file = try openLockFile(name)
            let identity = FileIdentity(try file.status())
            let lock = HeldLock(file, identity, "\(path)/\(name)")
            try lock.take(part, until: deadline)
            if let current = try status(of: name), FileIdentity(current) == identity { return lock }
        }
    }

    private func openLockFile(_ name: String) throws(SecretStoreError) -> Descriptor {
        do throws(SecretStoreError) {
            return try openOrCreate(name)
        } catch {
            guard error.code == .notPrivate else { throw error }
            // A link or a folder in its place is no lock file.
            try reportSetAside(name, setAside(name), because: error)
            return try openOrCreate(name)
        }
    }
}
