import CAuth0Linux
import OpenSSLCryptography
import ByteEncodings
import Glibc
import LinuxSystemCalls

/// A private folder of this user that is kept open: its files are opened relative to it, so that no path is resolved
/// twice.
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
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/notPrivate`` when a step is not a folder, or
    ///   when other users have access to the last one.
    static func open(_ path: String, creating isCreated: Bool) throws(SecretStoreError) -> PrivateFolder? {
        guard let last = try descriptor(of: path, creating: isCreated) else { return nil }
        let status = try last.status()
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw SecretStoreError(.notPrivate, detail: "\(path) must be this user's, with mode 0700")
        }
        return PrivateFolder(descriptor: last, path: path)
    }

    private static func descriptor(
        of path: String, creating isCreated: Bool
    ) throws(SecretStoreError) -> Descriptor? {
        let steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: Array($0), as: UTF8.self) }
        guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0), !steps.isEmpty,
            !steps.contains(where: { [".", ".."].contains($0) })
        else { throw SecretStoreError(.noPlace, detail: "the folder of secrets needs an absolute path") }
        var place = try Descriptor(owning: Glibc.open("/", auth0_open_path_only | O_DIRECTORY | O_CLOEXEC), "/")
        for step in steps.dropLast() {
            try check(parent: place, of: step, in: path)
            guard let next = try Self.enter(step, of: place, auth0_open_path_only, isCreated) else { return nil }
            place = next
        }
        try check(parent: place, of: steps[steps.count - 1], in: path)
        return try Self.enter(steps[steps.count - 1], of: place, O_RDONLY, isCreated)
    }

    /// Gives a folder mode 0700 and its files mode 0600, if they are this user's and no links or special files.
    ///
    /// - Parameter path: The absolute path.
    /// - Returns: The names of the changed files, and `.` for the folder.
    /// - Throws: ``SecretStoreError``.
    static func repairPermissions(_ path: String) throws(SecretStoreError) -> [String] {
        guard let last = try descriptor(of: path, creating: false) else { return [] }
        let status = try last.status()
        guard status.st_uid == geteuid() else {
            throw SecretStoreError(.notPrivate, detail: "\(path) belongs to another user")
        }
        var changed: [String] = []
        if status.st_mode & 0o777 != 0o700 {
            try last.setMode(0o700)
            changed.append(".")
        }
        let folder = PrivateFolder(descriptor: last, path: path)
        for name in try folder.files(withSuffix: "") where try folder.repairPermissions(of: name) {
            changed.append(name)
        }
        return changed
    }

    private func repairPermissions(of file: String) throws(SecretStoreError) -> Bool {
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        guard let opened = try? Descriptor(owning: openat(descriptor.number, file, flags), file) else { return false }
        let status = try opened.status()
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1,
            status.st_mode & 0o777 != 0o600
        else { return false }
        try opened.setMode(0o600)
        return true
    }

    /// Returns the attributes of a file, or of a link in its place.
    ///
    /// - Parameter file: The name of the file.
    /// - Returns: The attributes.
    /// - Throws: ``SecretStoreError`` with `errno`.
    func status(of file: String) throws(SecretStoreError) -> stat {
        var status = stat()
        guard fstatat(descriptor.number, file, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .system("\(path)/\(file)")
        }
        return status
    }

    /// Refuses a folder in which another user could replace the next step, as OpenSSH does for its keys. A folder with
    /// the sticky bit, such as `/tmp`, is allowed: in it, only the owner of a file replaces it.
    private static func check(
        parent: borrowing Descriptor, of step: String, in path: String
    ) throws(SecretStoreError) {
        guard ParentFolder.isSafe(try parent.status()) else {
            let detail =
                "other users can replace \(step) in \(path): the folder above it belongs to or is writable by others"
            throw SecretStoreError(.notPrivate, detail: detail)
        }
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
            try Descriptor(owning: openat(place.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), step)
                .synchronizeNames()
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
    /// - Throws: ``SecretStoreError/Code/notPrivate`` unless it is a regular file of this user with one name and no
    ///   access for other users; ``SecretStoreError/Code/corrupt`` when it is too long.
    func contents(of file: String, most: Int) throws(SecretStoreError) -> [UInt8]? {
        guard let opened = try openFile(file) else { return nil }
        return try contents(of: opened, file, most: most)
    }

    /// Opens a file of this folder for reading.
    ///
    /// - Parameter file: The name of the file.
    /// - Returns: The file; `nil` when there is none.
    /// - Throws: ``SecretStoreError/Code/notPrivate`` unless it is a regular file of this user with one name and no
    ///   access for other users.
    func openFile(_ file: String) throws(SecretStoreError) -> Descriptor? {
        // Without O_NONBLOCK, opening a FIFO would block for ever.
        let number = openat(descriptor.number, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if number < 0, errno == ENOENT { return nil }
        let opened = try Descriptor(owning: number, "\(path)/\(file)")
        try check(opened, file)
        return opened
    }

    /// Reads an open file of this folder.
    ///
    /// - Parameters:
    ///   - opened: The file.
    ///   - file: Its name, for the error.
    ///   - most: The maximum length in bytes.
    /// - Returns: The contents.
    /// - Throws: ``SecretStoreError/Code/corrupt`` when it is too long.
    func contents(
        of opened: borrowing Descriptor, _ file: String, most: Int
    ) throws(SecretStoreError) -> [UInt8] {
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

    /// Creates or replaces files, each of them atomically, in order.
    ///
    /// - Parameter files: The names of the files and their new contents. All contents are on the disk before the first
    ///   name changes, so that a full disk changes nothing.
    /// - Throws: ``SecretStoreError``; the files from the failed one on are unchanged then. If only the wait for the disk
    ///   failed after a new name was given, that file is the new one, and a crash of the machine may bring the old one back.
    func replace(_ files: [(name: String, bytes: [UInt8])]) throws(SecretStoreError) {
        var drafts: [String] = []
        do throws(SecretStoreError) {
            for file in files {
                drafts.append(try Self.draftName())
                try create(drafts[drafts.count - 1], file.bytes)
            }
            for (draft, file) in zip(drafts, files) { try rename(draft, to: file.name) }
        } catch {
            for draft in drafts { unlinkat(descriptor.number, draft, 0) }
            throw error
        }
    }

    /// Appends bytes to a file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - file: The name of the file.
    ///   - end: The length that the file keeps; the rest of an interrupted call is cut off.
    ///   - isDurable: Whether to wait until the bytes are on the disk.
    /// - Throws: ``SecretStoreError``; a part may have been appended then.
    func append(_ bytes: [UInt8], to file: String, at end: Int, isDurable: Bool) throws(SecretStoreError) {
        let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let opened = try Descriptor(owning: openat(descriptor.number, file, flags), "\(path)/\(file)")
        try check(opened, file)
        if try opened.status().st_size != off_t(end) {
            guard ftruncate(opened.number, off_t(end)) == 0 else { throw .system("\(path)/\(file)") }
        }
        if isDurable { try opened.writeAll(bytes) } else { try opened.append(bytes) }
    }

    private static func draftName() throws(SecretStoreError) -> String {
        do {
            return Hex.encode(try SecureRandom.bytes(16)) + draftSuffix
        } catch { throw SecretStoreError(.failed, cause: error) }
    }

    private func create(_ file: String, _ bytes: [UInt8]) throws(SecretStoreError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let opened = try Descriptor(owning: openat(descriptor.number, file, flags, 0o600), "\(path)/\(file)")
        try opened.setMode(0o600)
        try opened.writeAll(bytes)
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
        try descriptor.synchronizeNames()
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
        try descriptor.synchronizeNames()
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

    /// Takes the kernel lock of a file of the folder; the end of the process releases it.
    ///
    /// The lock file is never removed, because two processes could lock two different files then.
    ///
    /// - Parameters:
    ///   - name: The name of the lock file, which is created if there is none.
    ///   - deadline: The end of the wait for the lock.
    /// - Returns: The lock.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/lockTimeout``.
    func lock(
        _ name: String = "lock", until deadline: ContinuousClock.Instant
    ) throws(SecretStoreError) -> HeldLock {
        let file = try openOrCreate(name)
        let number = file.number
        try LockWait.until(deadline, for: path) { () throws(SecretStoreError) in
            if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .system("\(path)/\(name)") }
            return false
        }
        return HeldLock(file)
    }

    /// Opens a file of the folder, and creates an empty one if there is none.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: The open file.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/notPrivate``.
    func openOrCreate(_ name: String) throws(SecretStoreError) -> Descriptor {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = try Descriptor(owning: openat(descriptor.number, name, flags, 0o600), "\(path)/\(name)")
        try check(file, name)
        try file.setMode(0o600)
        return file
    }

    /// Removes a file that need not be gone after a crash of the machine.
    ///
    /// - Parameter name: The name of the file.
    func forget(_ name: String) { unlinkat(descriptor.number, name, 0) }

    /// Removes the unfinished files of dead processes; the caller holds the lock, so no living process uses them.
    ///
    /// - Throws: ``SecretStoreError`` with `errno`.
    func removeDrafts() throws(SecretStoreError) {
        for draft in try files(withSuffix: Self.draftSuffix) { unlinkat(descriptor.number, draft, 0) }
    }

    static var draftSuffix: String { ".new" }
}
