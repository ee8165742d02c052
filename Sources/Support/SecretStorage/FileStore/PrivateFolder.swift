import CAuth0Linux
import OpenSSLCryptography
import ByteEncodings
import Glibc
import LinuxSystemCalls

/// A folder that is this user's alone, held open: its files are reached through it and through no path.
///
/// - SeeAlso: [CWE-367](https://cwe.mitre.org/data/definitions/367.html), check and use of a path that changes between
struct PrivateFolder: ~Copyable {
    private let descriptor: Descriptor
    let path: String

    /// Opens a folder step by step from the root, following no symbolic link.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isCreated: Whether to make what is missing, 0700 whatever the umask.
    /// - Returns: `nil` when there is no such folder.
    /// - Throws: ``SecretStoreError/Code/notPrivate`` when a step is no folder, or the last one is open to others.
    static func open(_ path: String, creating isCreated: Bool) throws(SecretStoreError) -> PrivateFolder? {
        let steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: Array($0), as: UTF8.self) }
        guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0), !steps.isEmpty,
            !steps.contains(where: { [".", ".."].contains($0) })
        else { throw SecretStoreError(.noPlace, detail: "the folder of secrets needs an absolute path") }
        var place = try Descriptor(owning: Glibc.open("/", auth0_open_path_only | O_DIRECTORY | O_CLOEXEC), "/")
        for step in steps.dropLast() {
            guard let next = try Self.enter(step, of: place, auth0_open_path_only, isCreated) else { return nil }
            place = next
        }
        guard let last = try Self.enter(steps[steps.count - 1], of: place, O_RDONLY, isCreated) else { return nil }
        let status = try last.status()
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw SecretStoreError(.notPrivate, detail: "\(path) must be this user's, with mode 0700")
        }
        return PrivateFolder(descriptor: last, path: path)
    }

    private static func enter(
        _ step: String, of place: borrowing Descriptor, _ access: Int32, _ isCreated: Bool
    ) throws(SecretStoreError) -> Descriptor? {
        let flags = access | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let number = openat(place.number, step, flags)
        guard number < 0, errno == ENOENT else { return try Descriptor(owning: number, step) }
        guard isCreated else { return nil }
        if mkdirat(place.number, step, 0o700) == 0 {
            // A strict umask takes rights away even from the owner.
            _ = fchmodat(place.number, step, 0o700, AT_SYMLINK_NOFOLLOW)
            try Descriptor(owning: openat(place.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), step).synchronize()
        } else if errno != EEXIST {
            throw .system(step)
        }
        return try Descriptor(owning: openat(place.number, step, flags), step)
    }

    /// Reads a whole file of this folder.
    ///
    /// - Returns: `nil` when there is none.
    /// - Throws: ``SecretStoreError/Code/notPrivate`` for anything but a file of this user that has one name and is
    ///   closed to others; ``SecretStoreError/Code/corrupt`` when it is longer than `most`.
    func contents(of file: String, most: Int) throws(SecretStoreError) -> [UInt8]? {
        // Without O_NONBLOCK a FIFO would make this wait for ever.
        let number = openat(descriptor.number, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if number < 0, errno == ENOENT { return nil }
        let opened = try Descriptor(owning: number, "\(path)/\(file)")
        try check(opened, file)
        guard let bytes = try opened.readAll(most: most) else {
            throw SecretStoreError(.corrupt, detail: "\(path)/\(file) is too long")
        }
        return bytes
    }

    private func check(_ opened: borrowing Descriptor, _ file: String) throws(SecretStoreError) {
        let status = try opened.status()
        // A file that was replaced after it was opened has no name any more, which is well.
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink <= 1,
            status.st_mode & 0o077 == 0
        else {
            let detail = "\(path)/\(file) must be a file of this user, with mode 0600 and without other names"
            throw SecretStoreError(.notPrivate, detail: detail)
        }
    }

    /// Puts a file with these contents in place of the one of that name; whatever happens, there is the old one or the
    /// new one, whole.
    func replace(_ file: String, with bytes: [UInt8]) throws(SecretStoreError) {
        let draft: String
        do {
            draft = Hex.encode(try SecureRandom.bytes(16)) + Self.draftSuffix
        } catch { throw SecretStoreError(.failed, cause: error) }
        do {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let opened = try Descriptor(owning: openat(descriptor.number, draft, flags, 0o600), "\(path)/\(draft)")
            try opened.setMode(0o600)
            try opened.writeAll(bytes)
            try rename(draft, to: file)
        } catch {
            unlinkat(descriptor.number, draft, 0)
            throw error
        }
    }

    /// Renames a file, in place of one of the new name, and waits until the disk knows.
    func rename(_ file: String, to newName: String) throws(SecretStoreError) {
        guard renameat(descriptor.number, file, descriptor.number, newName) == 0 else {
            throw .system("\(path)/\(newName)")
        }
        try descriptor.synchronize()
    }

    /// Removes a file.
    ///
    /// - Returns: Whether there was one.
    func remove(_ file: String) throws(SecretStoreError) -> Bool {
        guard unlinkat(descriptor.number, file, 0) == 0 else {
            guard errno == ENOENT else { throw .system("\(path)/\(file)") }
            return false
        }
        try descriptor.synchronize()
        return true
    }

    /// The names of the files with a suffix.
    func files(withSuffix suffix: String) throws(SecretStoreError) -> [String] {
        do throws(SystemCallError) {
            return try OpenFile.names(withSuffix: suffix, in: descriptor.number)
        } catch { throw .system(path, error.number) }
    }

    /// Waits until no other thread or process changes this folder.
    ///
    /// The system ends the lock with the process. Nobody removes its file: two would lock two files then.
    func lock(until deadline: ContinuousClock.Instant) throws(SecretStoreError) -> Descriptor {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = try Descriptor(owning: openat(descriptor.number, "lock", flags, 0o600), "\(path)/lock")
        try check(file, "lock")
        try file.setMode(0o600)
        var pause = timespec(tv_sec: 0, tv_nsec: 500_000)
        while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .system("\(path)/lock") }
            guard ContinuousClock.now < deadline else { throw SecretStoreError(.lockTimeout, detail: path) }
            nanosleep(&pause, nil)
            pause.tv_nsec = min(pause.tv_nsec * 2, 16_000_000)
        }
        return file
    }

    /// Removes what a process that died left behind; the caller holds the lock, so nobody is at work on it.
    func removeDrafts() throws(SecretStoreError) {
        for draft in try files(withSuffix: Self.draftSuffix) { unlinkat(descriptor.number, draft, 0) }
    }

    private static var draftSuffix: String { ".new" }
}
