import CAuth0Linux
import LinuxCLibrary

/// The search for installed programs.
package enum ProgramSearch {
    /// Returns whether there is a program that this user may execute, see ``path(of:)``.
    ///
    /// - Parameter name: The name of a program in `PATH`, or an absolute path.
    /// - Returns: Whether it is an executable regular file.
    package static func finds(_ name: String) -> Bool { path(of: name) != nil }

    /// Returns the absolute path of a program that this user may execute.
    ///
    /// Relative folders of `PATH` and relative paths are ignored: the program found there depends on the working
    /// directory. A set-user-ID program finds no name, because its `PATH` belongs to the user who started it.
    ///
    /// - Parameter name: The name of a program in `PATH`, or an absolute path.
    /// - Returns: The path of an executable regular file; `nil` when there is none.
    package static func path(of name: String) -> String? {
        guard !name.contains("/") else { return name.hasPrefix("/") && isProgram(name) ? name : nil }
        guard !ProcessEnvironment.isPrivileged, !name.isEmpty else { return nil }
        let folders = (ProcessEnvironment["PATH"] ?? "/bin:/usr/bin").split(separator: ":")
        return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
