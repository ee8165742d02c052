import LinuxCLibrary

/// The end of a child process.
package enum ProgramEnd {
    /// Blocks until a process ends, and reaps it: without this it remains a zombie in the process table.
    ///
    /// - Parameter identifier: The process.
    /// - Returns: The exit status; a signal's number plus 128, as in shells; `nil` when other code of this process has
    ///   reaped it.
    @discardableResult
    package static func wait(for identifier: Int32) -> Int32? {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
