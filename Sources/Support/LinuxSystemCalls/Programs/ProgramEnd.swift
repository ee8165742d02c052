import Glibc

/// How a program ended.
package enum ProgramEnd {
    /// Waits for the end, which blocks the thread, and takes notice of it: a child that nobody has waited for stays in the
    /// list of processes.
    ///
    /// - Parameter identifier: The process.
    /// - Returns: The exit status; a signal's number plus 128, as shells say it; `nil` when somebody else in this program
    ///   has waited for it.
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
