import CLinux
import FoundationEssentials
import Glibc
import UserAgents

/// Where an application's window keeps its session: cookies and site data, and what may be lost.
///
/// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
struct SessionFolders: Sendable, Hashable {
    let data: String
    let cache: String

    /// Those of this user, made where they are missing.
    static func make(for application: String) throws(UserAgentError) -> SessionFolders {
        // For a set-user-ID program no variable is set here: its environment belongs to whoever started it.
        let folders = try SessionFolders(of: application) { name in auth0_environment(name).map { String(cString: $0) }
        }
        for folder in [folders.data, folders.cache] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw UserAgentError(.noPlace, "the folder \(folder) cannot be made")
            }
            var status = stat()
            guard stat(folder, &status) == 0, status.st_uid == geteuid(), chmod(folder, 0o700) == 0 else {
                throw UserAgentError(.noPlace, "the folder \(folder) is not this user's")
            }
        }
        return folders
    }

    init(of application: String, environment: (String) -> String?) throws(UserAgentError) {
        func folder(_ name: String, _ inHome: String) -> String? {
            if let path = environment(name), path.hasPrefix("/") { return path }
            return environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(inHome)" : nil }
        }
        guard let data = folder("XDG_DATA_HOME", ".local/share"), let cache = folder("XDG_CACHE_HOME", ".cache") else {
            throw UserAgentError(.noPlace, "set HOME to an absolute path, or use an ephemeral session")
        }
        self.data = "\(data)/\(application)/login-window"
        self.cache = "\(cache)/\(application)/login-window"
    }
}
