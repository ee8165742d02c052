import Glibc
import LinuxSystemCalls
import Synchronization

/// A process that tidies up after a private window when this one cannot: somebody has pressed Ctrl-C, or killed it.
///
/// It waits at a socket, of which this process has the other end, and of which the kernel closes that end however this
/// process ends. It is a shell, and is told the profile and the browser's number only, never an address.
final class ProfileGuard: Sendable {
    private let process: Int32
    /// The socket; `nil` when it has been let go.
    private let line: Mutex<Int32?>

    /// Ends the browser, with a signal that it cannot ignore after three seconds, and removes its profile.
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

    /// Begins to watch over a profile; `nil` where the system has no shell or nothing to spare, and then nobody does.
    init?(of profile: String) {
        guard let ends = try? SocketPair() else { return nil }
        var start = ProgramStart(["/bin/sh", "-c", Self.script, "auth0-login", profile])
        start.input = .descriptor(ends.far)
        start.hasOwnSession = true
        let process = try? start.spawn()
        close(ends.far)
        guard let process else {
            close(ends.near)
            return nil
        }
        self.process = process
        line = Mutex(ends.near)
    }

    /// Names the browser.
    func watch(_ browser: ChildProgram) {
        line.withLock { line in
            if let line { Self.tell("\(browser.identifier)\n", over: line) }
        }
    }

    /// Lets it go: the browser has ended and its profile is removed. Called once.
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
