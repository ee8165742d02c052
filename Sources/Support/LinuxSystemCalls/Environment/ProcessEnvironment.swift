import CAuth0Linux
import LinuxCLibrary

/// The environment variables of this process.
///
/// The environment of a set-user-ID program belongs to the user who started it, so such a program sees no variables
/// here.
package enum ProcessEnvironment {
    /// Whether the process has privileges that the user who started it does not have, according to the kernel.
    package static var isPrivileged: Bool { auth0_is_set_user_id() != 0 }

    /// Returns the value of a variable.
    ///
    /// - Parameter name: The name of the variable.
    /// - Returns: The value; `nil` for a variable that is unset or empty, and always in a set-user-ID program.
    package static subscript(name: String) -> String? { auth0_environment(name).map { String(cString: $0) } }

    /// The variables for other programs as `NAME=value`, without those of this SDK, whose names begin with `AUTH0_`;
    /// none in a set-user-ID program.
    package static var forOtherPrograms: [String] {
        guard !isPrivileged else { return [] }
        return sequence(first: environ) { $0 + 1 }.lazy.prefix { $0.pointee != nil }
            .compactMap { $0.pointee.map { String(cString: $0) } }.filter { !$0.hasPrefix("AUTH0_") }
    }
}
