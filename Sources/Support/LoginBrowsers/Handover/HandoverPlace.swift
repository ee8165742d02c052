import LinuxCLibrary
import LinuxSystemCalls

/// A folder in which the processes of a user find each other.
///
/// Two processes of one program may have different environments, such as a process that the desktop started and a
/// process in an SSH session. A listener uses the first existing folder, and a process with an address searches all of
/// them.
package struct HandoverPlace: Sendable, Hashable {
    /// The path of the folder.
    package let path: String
    /// Whether a program may create the folder; the system creates folders that exist only during a session.
    package let mayBeMade: Bool

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - mayBeMade: Whether a program may create the folder.
    package init(_ path: String, mayBeMade: Bool = false) { (self.path, self.mayBeMade) = (path, mayBeMade) }

    /// The places of this user: `$XDG_RUNTIME_DIR` or `/run/user/<uid>`, then `$XDG_STATE_HOME` or `~/.local/state`.
    ///
    /// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
    package static var ofUser: [HandoverPlace] { of(user: geteuid(), in: .ofUser) }

    static func of(user: UInt32, in folders: UserFolders) -> [HandoverPlace] {
        let runtime = folders.folder("XDG_RUNTIME_DIR") ?? "/run/user/\(user)"
        let state = folders.folder("XDG_STATE_HOME", orInHome: ".local/state")
        return [HandoverPlace(runtime)] + (state.map { [HandoverPlace($0, mayBeMade: true)] } ?? [])
    }
}
