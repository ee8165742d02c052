import LinuxCLibrary
import LinuxSystemCalls
import Synchronization

/// A helper process, a shell, that ends a private window and removes its profile when this process ends unexpectedly:
/// the kernel closes the other end of its socket. It receives the profile and the browser's process identifier.
final class ProfileGuard: Sendable {
    private let process: Int32
    /// The socket; `nil` after ``dismiss()``.
    private let line: Mutex<Int32?>

    /// Ends the browser, with `SIGKILL` after three seconds, and removes its profile.
    private static let script = """
        trap '' HUP INT TERM
        group=
        while read -r word; do
            [ "$word" = over ] && exit 0
            group=$word
        done
        if [ -n "$group" ]; then
            kill -TERM "-$group"
            turn=0
            while kill -0 "-$group" && [ $turn -lt 30 ]; do sleep 0.1; turn=$((turn + 1)); done
            kill -KILL "-$group"
        fi
        rm -rf -- "$1"
        """

    /// Starts the helper process; `nil` if the system has no shell or no resources, and the profile remains unguarded.
    init?(of profile: String) {
        guard var start = try? ProgramStart(ofDesktop: ["/bin/sh", "-c", Self.script, "auth0-login", profile]),
            let ends = try? SocketPair()
        else { return nil }
        start.input = .descriptor(ends.far)
        let process = try? start.spawn()
        close(ends.far)
        guard let process else {
            close(ends.near)
            return nil
        }
        self.process = process
        line = Mutex(ends.near)
    }

    /// Sends the identifier of the browser to the helper.
    func watch(_ browser: ChildProgram) {
        line.withLock { line in
            if let line { Self.tell("\(browser.identifier)\n", over: line) }
        }
    }

    /// Ends the helper, after the browser has ended and its profile was removed.
    func dismiss() {
        guard let line = line.withLock({ $0.take() }) else { return }
        Self.tell("over\n", over: line)
        close(line)
        ProgramEnd.wait(for: process)
    }

    private static func tell(_ word: String, over line: Int32) {
        _ = send(line, word, word.utf8.count, Int32(MSG_NOSIGNAL))
    }
}
