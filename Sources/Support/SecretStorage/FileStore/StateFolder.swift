import CAuth0Linux
import Glibc

/// Where the programs of a user keep what is neither settings nor documents.
///
/// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
enum StateFolder {
    /// The folder of an application's secrets, without symbolic links.
    static func path(of application: String) throws(SecretStoreError) -> String {
        try path(of: application, isPrivileged: auth0_is_set_user_id() != 0) { name in
            auth0_environment(name).map { String(cString: $0) }
        }
    }

    static func path(
        of application: String, isPrivileged: Bool, environment: (String) -> String?
    ) throws(SecretStoreError) -> String {
        guard !isPrivileged else { throw noPlace("a set-user-ID program takes no folder from its environment") }
        let end = "/" + ApplicationID.folderName(application) + "/secrets"
        if let state = environment("XDG_STATE_HOME"), !state.isEmpty {
            guard state.hasPrefix("/") else { throw noPlace("XDG_STATE_HOME is not an absolute path") }
            return (resolved(state) ?? state) + end
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw noPlace("neither XDG_STATE_HOME nor HOME is an absolute path")
        }
        guard let resolved = resolved(home) else { throw noPlace("HOME is no folder") }
        return resolved + "/.local/state" + end
    }

    /// The user's own links may lead to the folder; below it there is none.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func noPlace(_ detail: String) -> SecretStoreError { SecretStoreError(.noPlace, detail: detail) }
}
