import Glibc
import LinuxSystemCalls

/// The folder in which processes wait for addresses of one scheme: this user's alone, held open, reached through no path.
///
/// - SeeAlso: [CWE-367](https://cwe.mitre.org/data/definitions/367.html), check and use of a path that changes between
final class HandoverFolder: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the folder, or makes it.
    ///
    /// - Parameters:
    ///   - place: The folder it lies in.
    ///   - scheme: Its name.
    ///   - isCreated: Whether to make what is missing, 0700 whatever the umask.
    /// - Returns: `nil` when there is none, or when it is not this user's alone.
    static func open(in place: HandoverPlace, for scheme: CustomScheme, creating isCreated: Bool) -> HandoverFolder? {
        if isCreated, place.mayBeMade { makeFolders(of: place.path) }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let parent = Glibc.open(place.path, flags)
        guard parent >= 0 else { return nil }
        defer { close(parent) }
        // Not in somebody else's home, which `sudo` may have left in the environment.
        guard isOfThisUser(parent) else { return nil }
        if isCreated, mkdirat(parent, scheme.text, 0o700) == 0 {
            // A strict umask takes rights away even from the owner.
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

    /// A path of a file in this very folder, and short enough for the address of a socket.
    func path(of name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    /// Gives a file another name, under which others look for it.
    func rename(_ name: String, to newName: String) -> Bool {
        renameat(descriptor, name, descriptor, newName) == 0
    }

    /// Removes a file.
    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Lists the files of the folder.
    ///
    /// - Parameter suffix: The suffix that their names have.
    /// - Returns: The names, sorted; empty when the folder cannot be read.
    func files(withSuffix suffix: String) -> [String] {
        (try? OpenFile.names(withSuffix: suffix, in: descriptor)) ?? []
    }
}
