import Glibc

/// Where programs are.
package enum ProgramSearch {
    /// Whether there is a program of a name in `PATH`, or at a path, that this user may start.
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
