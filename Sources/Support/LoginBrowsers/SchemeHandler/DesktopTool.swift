import CAuth0Linux
import Glibc
import LinuxSystemCalls

/// A program of the desktop's that changes its settings or its caches.
enum DesktopTool {
    /// How long a tool may take, in milliseconds.
    private static let patience: Int32 = 10_000

    /// Runs a tool to its end.
    ///
    /// - Returns: Whether it is here and said that all went well.
    @discardableResult
    static func run(_ words: [String]) -> Bool {
        var start = ProgramStart(words)
        start.hasOwnSession = true
        guard let process = try? start.spawn() else { return false }
        let handle = auth0_open_process(process)
        if handle >= 0 {
            var polled = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
            // It hangs: its settings are not worth the program's start.
            if poll(&polled, 1, patience) == 0 { kill(-process, SIGKILL) }
            close(handle)
        }
        return ProgramEnd.wait(for: process) == 0
    }
}
