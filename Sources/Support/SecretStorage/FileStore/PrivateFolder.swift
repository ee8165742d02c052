import ByteEncodings
import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls
import OpenSSLCryptography

/// A private folder of this user that is kept open: its files are opened relative to it, so that no path is resolved
/// twice.
///
/// - SeeAlso: [CWE-367](https://cwe.mitre.org/data/definitions/367.html), time-of-check time-of-use race condition
struct PrivateFolder: ~Copyable {
    private let descriptor: Descriptor
    let path: String
    /// The identity of the folder.
    let identity: FileIdentity
    /// Whether access for other users is an error; `false` only for a repair.
    private let isModeChecked: Bool

    /// Opens a folder step by step from the root, without following symbolic links; `nil` when there is none.
    ///
    /// A step that is no folder is refused. Missing folders are created with mode 0700 regardless of the umask. By
    /// default, a folder, and later its files, to which other users have access is refused; and if folders are created,
    /// this user gets access to a folder of its own, too.
    static func open(
        _ path: String, creating isCreated: Bool, checkingModes isModeChecked: Bool = true,
        grantingAccess isAccessGranted: Bool? = nil
    ) throws(SecretStoreError) -> PrivateFolder? {
        let isAccessGranted = isAccessGranted ?? isCreated
        guard let last = try descriptor(of: path, creating: isCreated, granting: isAccessGranted) else { return nil }
        var status = try last.status()
        // A program that was killed while it created the folder under a strict umask, or a wrong `chmod`.
        let mode = status.st_mode & 0o777
        if isAccessGranted, status.st_uid == geteuid(), mode & 0o077 == 0, mode != 0o700 {
            try last.setMode(0o700)
            status = try last.status()
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 || !isModeChecked else {
            throw SecretStoreError(.notPrivate, detail: "\(path) must be this user's, with mode 0700")
        }
        return PrivateFolder(
            descriptor: last, path: path, identity: FileIdentity(status), isModeChecked: isModeChecked)
    }

    private static func descriptor(
        of path: String, creating isCreated: Bool, granting isAccessGranted: Bool
    ) throws(SecretStoreError) -> Descriptor? {
        let steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: Array($0), as: UTF8.self) }
        guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0), !steps.isEmpty,
            !steps.contains(where: { [".", ".."].contains($0) })
        else { throw SecretStoreError(.noPlace, detail: "the folder of secrets needs an absolute path, not \(path)") }
        var place = try Descriptor(owning: LinuxCLibrary.open("/", auth0_open_path_only | O_DIRECTORY | O_CLOEXEC), "/")
        for index in 0..<steps.count - 1 {
            try check(parent: place, of: steps[index], in: path)
            let next = try enter(steps[...index], of: place, auth0_open_path_only, isCreated, isAccessGranted)
            guard let next else { return nil }
            place = next
        }
        try check(parent: place, of: steps[steps.count - 1], in: path)
        return try enter(steps[...], of: place, O_RDONLY, isCreated, isAccessGranted)
    }

    /// Returns the attributes of a file, or of a link in its place; `nil` when there is none.
    func status(of file: String) throws(SecretStoreError) -> stat? {
        var status = stat()
        guard fstatat(descriptor.number, file, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw .system("\(path)/\(file)") }
            return nil
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
        _ steps: ArraySlice<String>, of place: borrowing Descriptor, _ access: Int32, _ isCreated: Bool,
        _ isAccessGranted: Bool
    ) throws(SecretStoreError) -> Descriptor? {
        // A function, because only errors need the path, and each read of a secret runs this code.
        func path() -> String { "/" + steps.joined(separator: "/") }
        let step = steps[steps.endIndex - 1]
        let flags = access | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var number = openat(place.number, step, flags)
        if number < 0, errno == EACCES, isAccessGranted, grant(0o700, to: step, in: place, S_IFDIR) {
            number = openat(place.number, step, flags)
        }
        guard number < 0, errno == ENOENT else {
            let opened = try Descriptor(
                owning: number, errno == ENOTDIR ? "must be a folder and no link: \(path())" : path())
            // The next step needs the right to enter this one, which was opened without it.
            if isAccessGranted, case let status = try opened.status(), status.st_mode & 0o177 == 0 {
                _ = grant(0o700, to: step, in: place, S_IFDIR)
            }
            return opened
        }
        guard isCreated else { return nil }
        if mkdirat(place.number, step, 0o700) == 0 {
            // A strict umask removes permissions even from the owner.
            _ = fchmodat(place.number, step, 0o700, AT_SYMLINK_NOFOLLOW)
            try Descriptor(owning: openat(place.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), path())
                .synchronizeNames(path())
        } else if case let reason = errno, reason != EEXIST {
            throw .system(path(), reason)
        }
        return try Descriptor(owning: openat(place.number, step, flags), path())
    }

    /// Gives a file or folder of this user the permissions of its kind, and returns whether it has them: a program that
    /// was killed while it created it under a strict umask left others.
    private static func grant(
        _ mode: mode_t, to step: String, in place: borrowing Descriptor, _ kind: mode_t
    ) -> Bool {
        var status = stat()
        return fstatat(place.number, step, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == kind
            && status.st_uid == geteuid() && fchmodat(place.number, step, mode, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Reads a file that ``openFile(_:)`` opens; `nil` when there is none. A file of more than `most` bytes is
    /// ``SecretStoreError/Code/corrupt``.
    func contents(of file: String, most: Int) throws(SecretStoreError) -> [UInt8]? {
        guard let opened = try openFile(file) else { return nil }
        return try contents(of: opened, file, most: most)
    }

    /// Opens a file of this folder for reading; `nil` when there is none. It is ``SecretStoreError/Code/notPrivate``
    /// unless it is a regular file of this user with one name and no access for other users.
    func openFile(_ file: String) throws(SecretStoreError) -> Descriptor? {
        // Without O_NONBLOCK, opening a FIFO would block for ever.
        let number = openat(descriptor.number, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if number < 0, errno == ENOENT { return nil }
        let opened = try Descriptor(owning: number, "\(path)/\(file)")
        try check(opened, file, isModeChecked: isModeChecked, mayHaveNames: !isModeChecked)
        return opened
    }

    /// Reads an open file of this folder; with more than `most` bytes it is ``SecretStoreError/Code/corrupt``.
    func contents(
        of opened: borrowing Descriptor, _ file: String, most: Int
    ) throws(SecretStoreError) -> [UInt8] {
        guard let bytes = try opened.readAll(most: most, "\(path)/\(file)") else {
            throw SecretStoreError(.corrupt, detail: "\(path)/\(file) is too long")
        }
        return bytes
    }

    private func check(
        _ opened: borrowing Descriptor, _ file: String, isModeChecked: Bool, mayHaveNames: Bool = false
    ) throws(SecretStoreError) {
        let status = try opened.status()
        // A file that was replaced after it was opened has no name, which is allowed.
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_nlink <= 1 || mayHaveNames, status.st_mode & 0o077 == 0 || !isModeChecked
        else {
            let detail = "\(path)/\(file) must be a file of this user, with mode 0600 and without other names"
            throw SecretStoreError(.notPrivate, detail: detail)
        }
    }

    /// Creates or replaces a file atomically; the caller holds the lock of its record or of the folder.
    ///
    /// The draft is named after the file and the lock. The next writer under this lock file overwrites the draft of a
    /// dead process; a writer under another lock file, which exists if a held lock file was removed, has another draft.
    ///
    /// `setAside` renames the present file after the draft is on the disk, so that a full disk changes nothing. After
    /// an error the file is unchanged; but if only the wait for the disk after the rename failed, it is the new one,
    /// and a crash of the machine may restore the old one.
    func replace(
        _ file: String, with bytes: [UInt8], under lock: borrowing HeldLock,
        afterDraft setAside: () throws(SecretStoreError) -> Void = {}
    ) throws(SecretStoreError) {
        let draft = "\(file).\(lock.file.inode)\(Self.draftSuffix)"
        do throws(SecretStoreError) {
            try create(draft, bytes)
            try setAside()
            guard renameat(descriptor.number, draft, descriptor.number, file) == 0 else {
                throw .system("\(path)/\(file)")
            }
        } catch {
            unlinkat(descriptor.number, draft, 0)
            throw error
        }
        try descriptor.synchronizeNames(path)
    }

    private func create(_ file: String, _ bytes: [UInt8]) throws(SecretStoreError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var number = openat(descriptor.number, file, flags, 0o600)
        if number < 0, errno == EEXIST, unlinkat(descriptor.number, file, 0) == 0 {
            number = openat(descriptor.number, file, flags, 0o600)
        }
        let opened = try Descriptor(owning: number, "\(path)/\(file)")
        try opened.setMode(0o600)
        try opened.writeAll(bytes, "\(path)/\(file)")
    }

    /// Renames a file, or a link or folder in its place, to an unused name with the suffix ``damagedSuffix``, and
    /// returns that name; `nil` when there is no such file.
    @discardableResult
    func setAside(_ file: String) throws(SecretStoreError) -> String? {
        var (name, number) = (file + Self.damagedSuffix, 1)
        while try status(of: name) != nil {
            number += 1
            name = "\(file).\(number)\(Self.damagedSuffix)"
        }
        guard renameat(descriptor.number, file, descriptor.number, name) == 0 else {
            guard errno == ENOENT else { throw .system("\(path)/\(file)") }
            return nil
        }
        return name
    }

    /// Reports that a file was set aside, if it has a new name.
    func reportSetAside(_ file: String, _ name: String?, because error: SecretStoreError) {
        guard let name else { return }
        StoreLog.write("\(path)/\(file) is unreadable (\(error.code.name)) and is kept as \(name)")
    }

    /// Removes a file, or a link in its place, and returns whether there was one.
    func remove(_ file: String) throws(SecretStoreError) -> Bool {
        guard unlinkat(descriptor.number, file, 0) == 0 else {
            guard errno == ENOENT else { throw .system("\(path)/\(file)") }
            return false
        }
        try descriptor.synchronizeNames(path)
        return true
    }

    /// Lists the files of the folder whose names have a suffix, sorted.
    func files(withSuffix suffix: String) throws(SecretStoreError) -> [String] {
        do throws(SystemCallError) {
            return try OpenFile.names(withSuffix: suffix, in: descriptor.number)
        } catch { throw .system(path, error.number) }
    }

    /// Sets mode 0700 on the folder, or mode 0600 on a file in it, which must be a file of this user.
    func makePrivate(_ file: String?) throws(SecretStoreError) {
        guard let file else { return try descriptor.setMode(0o700) }
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let number = openat(descriptor.number, file, flags)
        if number < 0, errno == EACCES, Self.grant(0o600, to: file, in: descriptor, S_IFREG) { return }
        let opened = try Descriptor(owning: number, "\(path)/\(file)")
        try check(opened, file, isModeChecked: false)
        try opened.setMode(0o600)
    }

    /// Sets the mode of the folder.
    func setMode(_ mode: mode_t) throws(SecretStoreError) { try descriptor.setMode(mode) }

    /// Opens a file of the folder, and creates an empty one if there is none.
    func openOrCreate(_ name: String) throws(SecretStoreError) -> Descriptor {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        var number = openat(descriptor.number, name, flags, 0o600)
        if number < 0, errno == EACCES, Self.grant(0o600, to: name, in: descriptor, S_IFREG) {
            number = openat(descriptor.number, name, flags, 0o600)
        }
        let file = try Descriptor(owning: number, "\(path)/\(name)")
        try check(file, name, isModeChecked: false)
        try file.setMode(0o600)
        return file
    }

    /// Sets files aside, as ``setAside(_:)`` does, and waits until the change is on the disk.
    func setAside(_ files: [String], under lock: borrowing HeldLock) throws(SecretStoreError) {
        for file in files { try setAside(file) }
        try descriptor.synchronizeNames(path)
    }

    /// Removes files and empty folders, and waits until the change is on the disk.
    func remove(_ files: [String], under lock: borrowing HeldLock) throws(SecretStoreError) {
        var failure: SecretStoreError?
        for file in files where unlinkat(descriptor.number, file, 0) != 0 && errno != ENOENT {
            if errno == EISDIR, unlinkat(descriptor.number, file, AT_REMOVEDIR) == 0 { continue }
            // Such as a folder that is not empty; the others are removed nevertheless.
            failure = .system("\(path)/\(file)")
        }
        try descriptor.synchronizeNames(path)
        if let failure { throw failure }
    }

    /// Removes a file that may reappear after a crash of the machine.
    func forget(_ name: String) { unlinkat(descriptor.number, name, 0) }

    /// The suffix of files that were set aside.
    static var damagedSuffix: String { ".damaged" }
    /// The suffix of drafts.
    static var draftSuffix: String { ".new" }
}
