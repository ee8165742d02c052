import Glibc

/// The search for installed programs.
package enum ProgramSearch {
    /// Returns whether there is a program that this user may execute.
    ///
    /// - Parameter name: The name of a program in `PATH`, or a path with a slash.
    /// - Returns: Whether it is an executable regular file.
    package static func finds(_ name: String) -> Bool {
        guard !name.contains("/") else { return isProgram(name) }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
        return path.split(separator: ":").contains { isProgram("\($0)/\(name)") }
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
