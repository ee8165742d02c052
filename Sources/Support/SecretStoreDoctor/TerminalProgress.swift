import LinuxCLibrary
import LinuxSystemCalls

/// The progress of a long command, on standard error if that is a terminal.
package enum TerminalProgress {
    /// Returns a function that shows a line, at most one a second and none in the first second.
    package static func lines(
        now: @escaping () -> ContinuousClock.Instant = { .now }, show: @escaping (String) -> Void = { write($0) }
    ) -> (String) -> Void {
        var due = now() + .seconds(1)
        return { line in
            guard now() >= due else { return }
            due = now() + .seconds(1)
            show(line)
        }
    }

    private static func write(_ line: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        try? OpenFile.write(Array("credentials-doctor: \(line)\n".utf8), to: STDERR_FILENO)
    }
}
