import LinuxCLibrary
import LinuxSystemCalls

/// The folder in which processes wait for addresses of one scheme; private to this user and kept open, so that no path
/// is resolved twice.
///
/// - SeeAlso: [CWE-367](https://cwe.mitre.org/data/definitions/367.html), time-of-check time-of-use race condition
final class HandoverFolder: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens or creates the folder.
    ///
    /// - Parameters:
    ///   - place: The parent folder.
    ///   - scheme: The scheme, which is the name of the folder.
    ///   - isCreated: Whether to create missing folders, with mode 0700 regardless of the umask.
    /// - Returns: `nil` when there is no such folder, or when other users have access to it.
    static func open(in place: HandoverPlace, for scheme: CustomScheme, creating isCreated: Bool) -> HandoverFolder? {
        if isCreated, place.mayBeMade { makeFolders(of: place.path) }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let parent = LinuxCLibrary.open(place.path, flags)
        guard parent >= 0 else { return nil }
        defer { close(parent) }
        // Refuses the home of another user, which `sudo` may have left in the environment.
        guard isOfThisUser(parent) else { return nil }
        if isCreated, mkdirat(parent, scheme.text, 0o700) == 0 {
            // A strict umask removes permissions even from the owner.
            _ = fchmodat(parent, scheme.text, 0o700, 0)
        }
        let descriptor = openat(parent, scheme.text, flags | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            close(descriptor)
            return nil
        }
        return HandoverFolder(descriptor)
    }

    private static func makeFolders(of whole: String) {
        var path = ""
        for step in whole.split(separator: "/") {
            var parent = stat()
            let isOurs = stat(path.isEmpty ? "/" : path, &parent) == 0 && parent.st_uid == geteuid()
            path += "/\(step)"
            if isOurs { mkdir(path, 0o700) }
        }
    }

    private static func isOfThisUser(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
    }

    /// Returns a path of a file in this folder that is short enough for a socket address.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: A path through the open descriptor.
    func path(of name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    /// Renames a file.
    ///
    /// - Parameters:
    ///   - name: The current name.
    ///   - newName: The new name.
    /// - Returns: Whether the file was renamed.
    func rename(_ name: String, to newName: String) -> Bool {
        renameat(descriptor, name, descriptor, newName) == 0
    }

    /// Removes a file.
    ///
    /// - Parameter name: The name of the file.
    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Lists the files of the folder.
    ///
    /// - Parameter suffix: The suffix of their names.
    /// - Returns: The names, sorted; empty when the folder cannot be read.
    func files(withSuffix suffix: String) -> [String] {
        (try? OpenFile.names(withSuffix: suffix, in: descriptor)) ?? []
    }
}
