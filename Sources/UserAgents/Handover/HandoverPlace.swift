import CLinux
import Glibc

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
    package static var ofUser: [HandoverPlace] {
        // For a set-user-ID program no variable is set here: its environment belongs to whoever started it.
        of(user: geteuid()) { name in auth0_environment(name).map { String(cString: $0) } }
    }

    static func of(user: UInt32, environment: (String) -> String?) -> [HandoverPlace] {
        func folder(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let runtime = folder("XDG_RUNTIME_DIR") ?? "/run/user/\(user)"
        let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        return [HandoverPlace(runtime)] + (state.map { [HandoverPlace($0, mayBeMade: true)] } ?? [])
    }
}
