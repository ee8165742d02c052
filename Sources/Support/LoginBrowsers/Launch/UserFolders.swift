import CAuth0Linux

/// Where a user's programs find folders: what the environment says, where it says an absolute path.
///
/// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
package struct UserFolders {
    private let environment: (String) -> String?

    /// Those of an environment.
    package init(environment: @escaping (String) -> String?) { self.environment = environment }

    /// Those of this user. For a set-user-ID program no variable is set here: its environment belongs to whoever started it.
    package static var ofUser: UserFolders {
        UserFolders { name in auth0_environment(name).map { String(cString: $0) } }
    }

    /// The value of a variable, whatever it is.
    package subscript(variable: String) -> String? { environment(variable) }

    /// The folder that a variable names; a relative path is none.
    package func folder(_ variable: String) -> String? {
        environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The folder that a variable names, else the one in the home.
    package func folder(_ variable: String, orInHome path: String) -> String? {
        folder(variable) ?? folder("HOME").map { "\($0)/\(path)" }
    }
}
