import LinuxCLibrary
import LinuxSystemCalls

/// The folder in which processes wait for addresses of one scheme; private to this user and kept open, so that no path
/// is resolved twice ([CWE-367](https://cwe.mitre.org/data/definitions/367.html)).
final class HandoverFolder: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the folder of a scheme, or creates it with mode 0700; `nil` without one, or when other users have access.
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
        guard isOfThisUser(descriptor, closedTo: 0o077) else {
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

    private static func isOfThisUser(_ descriptor: Int32, closedTo others: mode_t = 0) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_uid == geteuid() && status.st_mode & others == 0
    }

    /// Returns a path of a file in this folder that is short enough for a socket address.
    func path(of name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    /// Renames a file; returns whether it was renamed.
    func rename(_ name: String, to newName: String) -> Bool {
        renameat(descriptor, name, descriptor, newName) == 0
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Lists the files of the folder, sorted; empty when the folder cannot be read.
    func files(withSuffix suffix: String) -> [String] {
        (try? OpenFile.names(withSuffix: suffix, in: descriptor)) ?? []
    }
}

/// A folder in which the processes of a user find each other: a listener uses the first existing one. A process with an
/// address, whose environment may differ, as in an SSH session, searches all of them.
package struct HandoverPlace: Sendable, Hashable {
    package let path: String
    /// Whether a program may create the folder; the system creates folders that exist only during a session.
    package let mayBeMade: Bool

    package init(_ path: String, mayBeMade: Bool = false) { (self.path, self.mayBeMade) = (path, mayBeMade) }

    /// The places of this user: `$XDG_RUNTIME_DIR` or `/run/user/<uid>`, then `$XDG_STATE_HOME` or `~/.local/state`.
    package static var ofUser: [HandoverPlace] { of(user: geteuid(), in: .ofUser) }

    static func of(user: UInt32, in folders: UserFolders) -> [HandoverPlace] {
        let runtime = folders.folder("XDG_RUNTIME_DIR") ?? "/run/user/\(user)"
        let state = folders.folder("XDG_STATE_HOME", orInHome: ".local/state")
        return [HandoverPlace(runtime)] + (state.map { [HandoverPlace($0, mayBeMade: true)] } ?? [])
    }
}
