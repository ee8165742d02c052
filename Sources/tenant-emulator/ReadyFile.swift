import LinuxCLibrary

/// The file that signals to a program that the tenant is ready.
enum ReadyFile {
    /// Writes the line under another name and renames the file, so that a reader finds all of it or nothing.
    ///
    /// - Returns: Whether the file was written; if not, `errno` has the reason.
    static func write(_ line: String, to path: String) -> Bool {
        let draft = "\(path).draft"
        // The line contains the control token.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let bytes = Array(line.utf8)
        let isWritten = LinuxCLibrary.write(descriptor, bytes, bytes.count) == bytes.count
        close(descriptor)
        return isWritten && rename(draft, path) == 0
    }
}
