import CAuth0Linux
import LinuxCLibrary

/// The environment variables of this process; none in a set-user-ID program, where they belong to its caller.
package enum ProcessEnvironment {
    /// Whether the process has privileges that the user who started it does not have, according to the kernel.
    package static var isPrivileged: Bool { auth0_is_set_user_id() != 0 }

    /// The value of a variable; `nil` for a variable that is unset or empty, and always in a set-user-ID program.
    package static subscript(name: String) -> String? { auth0_environment(name).map { String(cString: $0) } }

    /// The variables for other programs as `NAME=value`, without those of this SDK, whose names begin with `AUTH0_`.
    package static var forOtherPrograms: [String] {
        guard !isPrivileged else { return [] }
        return sequence(first: environ) { $0 + 1 }.lazy.prefix { $0.pointee != nil }
            .compactMap { $0.pointee.map { String(cString: $0) } }.filter { !$0.hasPrefix("AUTH0_") }
    }
}

/// The base folders of a user (XDG Base Directory); a variable with a relative path is ignored.
package struct UserFolders {
    private let environment: (String) -> String?

    package init(environment: @escaping (String) -> String?) { self.environment = environment }

    /// The folders of the user of this process; none in a set-user-ID program, see ``ProcessEnvironment``.
    package static var ofUser: UserFolders { UserFolders { ProcessEnvironment[$0] } }

    /// The value of a variable without a check.
    package subscript(variable: String) -> String? { environment(variable) }

    /// Returns the absolute path that a variable has; `nil` when it is not set or has a relative path.
    package func folder(_ variable: String) -> String? {
        environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Returns the folder that a variable names, or a default below `HOME`; `nil` when neither has an absolute path.
    package func folder(_ variable: String, orInHome path: String) -> String? {
        folder(variable) ?? folder("HOME").map { "\($0)/\(path)" }
    }
}
