import Glibc
import LinuxSystemCalls

/// A folder in which the processes of a user can find each other.
///
/// Two processes of one program need not have the same environment: one may have been started by the desktop and the
/// other over ssh. Whoever waits does so in the first place that there is, and whoever hands over looks in all.
package struct HandoverPlace: Sendable, Hashable {
    /// The folder.
    package let path: String
    /// Whether a program may make it; the system makes those that last as long as a session.
    package let mayBeMade: Bool

    /// Names a folder.
    package init(_ path: String, mayBeMade: Bool = false) { (self.path, self.mayBeMade) = (path, mayBeMade) }

    /// Those of this user: `$XDG_RUNTIME_DIR` or `/run/user/<uid>`, then `$XDG_STATE_HOME` or `~/.local/state`.
    ///
    /// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
    package static var ofUser: [HandoverPlace] { of(user: geteuid(), in: .ofUser) }

    static func of(user: UInt32, in folders: UserFolders) -> [HandoverPlace] {
        let runtime = folders.folder("XDG_RUNTIME_DIR") ?? "/run/user/\(user)"
        let state = folders.folder("XDG_STATE_HOME", orInHome: ".local/state")
        return [HandoverPlace(runtime)] + (state.map { [HandoverPlace($0, mayBeMade: true)] } ?? [])
    }
}
