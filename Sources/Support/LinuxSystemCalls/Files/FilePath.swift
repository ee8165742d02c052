import LinuxCLibrary

/// Paths of existing files.
package enum FilePath {
    /// Resolves the symbolic links of a path.
    ///
    /// - Parameter path: A path.
    /// - Returns: The absolute path without links; `nil` when there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
