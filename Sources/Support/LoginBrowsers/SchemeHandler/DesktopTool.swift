import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls

/// A command-line tool of the desktop that changes its settings or caches.
enum DesktopTool {
    /// The time limit for a tool, in milliseconds.
    private static let patience: Int32 = 10_000

    /// Runs a tool and waits for its end.
    ///
    /// - Parameter words: The tool and its arguments.
    /// - Returns: Whether the tool is installed and succeeded.
    @discardableResult
    static func run(_ words: [String]) -> Bool {
        guard let process = try? ProgramStart(ofDesktop: words).spawn() else { return false }
        let handle = auth0_open_process(process)
        if handle >= 0 {
            var polled = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
            // A tool that hangs must not delay the start of the program further.
            if poll(&polled, 1, patience) == 0 { kill(-process, SIGKILL) }
            close(handle)
        }
        return ProgramEnd.wait(for: process) == 0
    }
}
