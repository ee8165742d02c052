import LinuxSystemCalls

/// The folder of an application for persistent data that is neither configuration nor documents.
///
/// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
enum StateFolder {
    /// Returns the folder of an application's secrets in an environment; the part that the environment names has no
    /// symbolic links.
    static func path(
        of application: String, isPrivileged: Bool = ProcessEnvironment.isPrivileged, in folders: UserFolders = .ofUser
    ) throws(SecretStoreError) -> String {
        guard !isPrivileged else { throw noPlace("a set-user-ID program takes no folder from its environment") }
        let end = "/" + ApplicationID.folderName(application) + "/secrets"
        if let state = folders["XDG_STATE_HOME"], !state.isEmpty {
            guard state.hasPrefix("/") else { throw noPlace("XDG_STATE_HOME is not an absolute path: set it to one") }
            return try ofUTF8(FilePath.resolved(state) ?? state) + end
        }
        guard let home = folders.folder("HOME") else {
            throw noPlace("neither HOME nor XDG_STATE_HOME is an absolute path: set one of them")
        }
        // The user's own links may lead to the folder; the steps below it are opened without following any.
        guard let resolved = FilePath.resolved(try ofUTF8(home)) else {
            throw noPlace("HOME is not a folder: set XDG_STATE_HOME")
        }
        return try ofUTF8(resolved) + "/.local/state" + end
    }

    /// Refuses a path with bytes that are not UTF-8: they were replaced, so it is the path of another folder.
    private static func ofUTF8(_ path: String) throws(SecretStoreError) -> String {
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            throw noPlace("\(path) is not UTF-8: set XDG_STATE_HOME to a folder whose path is")
        }
        return path
    }

    private static func noPlace(_ detail: String) -> SecretStoreError { SecretStoreError(.noPlace, detail: detail) }
}
