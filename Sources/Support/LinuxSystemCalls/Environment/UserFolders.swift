/// The base folders of a user, as environment variables name them; a variable with a relative path is ignored.
///
/// - SeeAlso: [XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)
package struct UserFolders {
    private let environment: (String) -> String?

    /// Creates the folders of an environment.
    ///
    /// - Parameter environment: Returns the value of a variable, `nil` for one that is not set.
    package init(environment: @escaping (String) -> String?) { self.environment = environment }

    /// The folders of the user of this process; none in a set-user-ID program, see ``ProcessEnvironment``.
    package static var ofUser: UserFolders { UserFolders { ProcessEnvironment[$0] } }

    /// Returns the value of a variable without a check.
    ///
    /// - Parameter variable: The name of the variable.
    /// - Returns: The value; `nil` when the variable is not set.
    package subscript(variable: String) -> String? { environment(variable) }

    /// Returns the folder that a variable names.
    ///
    /// - Parameter variable: The name of the variable.
    /// - Returns: An absolute path; `nil` when the variable is not set or has a relative path.
    package func folder(_ variable: String) -> String? {
        environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Returns the folder that a variable names, or the default below the home folder.
    ///
    /// - Parameters:
    ///   - variable: The name of the variable.
    ///   - path: The default, relative to `HOME`.
    /// - Returns: An absolute path; `nil` when neither the variable nor `HOME` has one.
    package func folder(_ variable: String, orInHome path: String) -> String? {
        folder(variable) ?? folder("HOME").map { "\($0)/\(path)" }
    }
}
