import CAuth0Linux
import LinuxCLibrary

package enum ProgramSearch {
    /// Returns the absolute path of an executable regular file, from its absolute path or its name in `PATH`.
    ///
    /// A relative path depends on the working directory, so it is ignored, also in `PATH`. A set-user-ID program finds
    /// no name: its `PATH` belongs to the user who started it.
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

/// The program that this process runs.
package enum RunningProgram {
    /// The mistake in a command line with an argument that is not UTF-8; `nil` for none.
    ///
    /// Swift replaces the other bytes, so that a path would name another file.
    package static var argumentMistake: String? {
        let position = CommandLine.arguments.indices.dropFirst().first { index in
            CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
        }
        return position.map { "argument \($0) is not UTF-8: rename the file, or name a link to it" }
    }

    /// The octets of the path of the executable, also if an update has replaced it; empty when it is unknown.
    package static var path: [UInt8] {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return Self.path(ofLink: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) })
    }

    /// Returns the path that a link of the kernel names, without the mark that a removed file has.
    package static func path(ofLink link: [UInt8]) -> [UInt8] {
        let mark = Array(" (deleted)".utf8)
        return link.suffix(mark.count).elementsEqual(mark) ? link.dropLast(mark.count) : link
    }
}
