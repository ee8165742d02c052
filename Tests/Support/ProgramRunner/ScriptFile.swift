import Glibc

/// A short shell script of a test.
package enum ScriptFile {
    /// Writes a script that can be started immediately.
    ///
    /// Another process writes it: a program that this one starts meanwhile, on another thread, would hold the file open
    /// for writing for a moment, and the kernel starts no such file (`ETXTBSY`).
    ///
    /// - Parameters:
    ///   - text: The script, with its first line `#!/bin/sh`.
    ///   - path: The path of the file, which only this user can start.
    /// - Throws: ``ProgramRun/Failure``.
    package static func write(_ text: String, to path: String) throws {
        let words = ["-c", #"cat > "$0" && chmod 700 "$0""#, path]
        let run = try ProgramRun(waitingFor: "/bin/sh", words, nil, Array(text.utf8))
        guard run.status == 0 else { throw ProgramRun.Failure(path, EIO) }
    }
}
