import FoundationEssentials
import LinuxCLibrary
import LinuxSystemCalls
import LoginBrowsers

/// The folders of an application's web view: persistent data (cookies, site data), and the cache.
///
/// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
struct SessionFolders: Sendable, Hashable {
    let data: String
    let cache: String

    /// Returns the folders of this user, and creates missing ones.
    static func make(for application: String) throws(UserAgentError) -> SessionFolders {
        let folders = try SessionFolders(of: application, in: .ofUser)
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

    init(of application: String, in folders: UserFolders) throws(UserAgentError) {
        guard let data = folders.folder("XDG_DATA_HOME", orInHome: ".local/share"),
            let cache = folders.folder("XDG_CACHE_HOME", orInHome: ".cache")
        else {
            throw UserAgentError(.noPlace, "set HOME to an absolute path, or use an ephemeral session")
        }
        self.data = "\(data)/\(application)/login-window"
        self.cache = "\(cache)/\(application)/login-window"
    }
}
