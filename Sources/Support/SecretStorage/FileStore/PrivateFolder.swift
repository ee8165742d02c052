import CAuth0Linux
import OpenSSLCryptography
import ByteEncodings
import Glibc
import LinuxSystemCalls

/// A private folder of this user that is kept open: its files are opened relative to it, so that no path is resolved twice.
///
/// - SeeAlso: [CWE-367](https://cwe.mitre.org/data/definitions/367.html), time-of-check time-of-use race condition
struct PrivateFolder: ~Copyable {
    private let descriptor: Descriptor
    let path: String

    /// Opens a folder step by step from the root, without following symbolic links.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isCreated: Whether to create missing folders, with mode 0700 regardless of the umask.
    /// - Returns: The folder; `nil` when there is none.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/notPrivate`` when a step is not a folder, or when other
    ///   users have access to the last one.
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
            // A strict umask removes permissions even from the owner.
            _ = fchmodat(place.number, step, 0o700, AT_SYMLINK_NOFOLLOW)
            try Descriptor(owning: openat(place.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), step).synchronize()
        } else if errno != EEXIST {
            throw .system(step)
        }
        return try Descriptor(owning: openat(place.number, step, flags), step)
    }

    /// Reads a file of this folder.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - most: The maximum length in bytes.
    /// - Returns: The contents; `nil` when there is no such file.
    /// - Throws: ``SecretStoreError/Code/notPrivate`` unless it is a regular file of this user with one name and no access
    ///   for other users; ``SecretStoreError/Code/corrupt`` when it is too long.
    func contents(of file: String, most: Int) throws(SecretStoreError) -> [UInt8]? {
        // Without O_NONBLOCK, opening a FIFO would block for ever.
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
        // A file that was replaced after it was opened has no name any more, which is fine.
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink <= 1,
            status.st_mode & 0o077 == 0
        else {
            let detail = "\(path)/\(file) must be a file of this user, with mode 0600 and without other names"
            throw SecretStoreError(.notPrivate, detail: detail)
        }
    }

    /// Creates or replaces a file atomically.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - bytes: The new contents.
    /// - Throws: ``SecretStoreError``; the old file is unchanged then.
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

    /// Renames a file, replaces one of the new name, and waits until the change is on the disk.
    ///
    /// - Parameters:
    ///   - file: The current name.
    ///   - newName: The new name.
    /// - Throws: ``SecretStoreError`` with `errno`.
    func rename(_ file: String, to newName: String) throws(SecretStoreError) {
        guard renameat(descriptor.number, file, descriptor.number, newName) == 0 else {
            throw .system("\(path)/\(newName)")
        }
        try descriptor.synchronize()
    }

    /// Removes a file.
    ///
    /// - Parameter file: The name of the file.
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError`` with `errno`.
    func remove(_ file: String) throws(SecretStoreError) -> Bool {
        guard unlinkat(descriptor.number, file, 0) == 0 else {
            guard errno == ENOENT else { throw .system("\(path)/\(file)") }
            return false
        }
        try descriptor.synchronize()
        return true
    }

    /// Lists the files of the folder.
    ///
    /// - Parameter suffix: The suffix that their names have.
    /// - Returns: The names, sorted.
    /// - Throws: ``SecretStoreError`` with `errno`.
    func files(withSuffix suffix: String) throws(SecretStoreError) -> [String] {
        do throws(SystemCallError) {
            return try OpenFile.names(withSuffix: suffix, in: descriptor.number)
        } catch { throw .system(path, error.number) }
    }

    /// Locks the folder against changes by other threads and processes; the end of the process releases the lock.
    ///
    /// The lock file is never removed, because two processes could lock two different files then.
    ///
    /// - Parameter deadline: The end of the wait for the lock.
    /// - Returns: The lock, held for the lifetime of the descriptor.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/lockTimeout``.
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

    /// Removes the unfinished files of dead processes; the caller holds the lock, so no living process uses them.
    ///
    /// - Throws: ``SecretStoreError`` with `errno`.
    func removeDrafts() throws(SecretStoreError) {
        for draft in try files(withSuffix: Self.draftSuffix) { unlinkat(descriptor.number, draft, 0) }
    }

    private static var draftSuffix: String { ".new" }
}
