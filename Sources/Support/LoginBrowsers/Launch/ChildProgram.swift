import Glibc
import LinuxSystemCalls
import Synchronization

/// A program that was started beside this one: without a shell, in a session of its own, with nothing of ours open.
package final class ChildProgram: Sendable {
    private struct State {
        var isOver = false
    }

    /// The process.
    package let identifier: Int32
    private let leavesNobody: Bool
    private let state = Mutex(State())

    private init(_ identifier: Int32, leavesNobody: Bool) {
        (self.identifier, self.leavesNobody) = (identifier, leavesNobody)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: Its name, looked up in `PATH`, and its arguments.
    ///   - leavesNobody: Whether what it has started ends when it does; a browser that was only told an address goes on.
    ///   - ended: Called once, on a thread of its own, with the exit status; a signal's number plus 128, as shells say it;
    ///     `nil` when somebody else in this program has waited for it.
    /// - Returns: The program.
    /// - Throws: ``UserAgentError/Code/notFound`` when there is none of that name.
    package static func start(
        _ words: [String], leavesNobody: Bool = false, ended: @escaping @Sendable (Int32?) -> Void
    ) throws(UserAgentError) -> ChildProgram {
        let child = ChildProgram(try spawn(words), leavesNobody: leavesNobody)
        let isWatched = BackgroundThread.start(named: "auth0-browser") { ended(child.wait()) }
        guard isWatched else {
            child.stop()
            _ = child.wait()
            throw UserAgentError(.outOfResources, "the system gave no thread")
        }
        return child
    }

    /// Asks the program to end, with all it has started, by a signal.
    package func stop(by signal: Int32 = SIGTERM) {
        // Not after it was waited for: the number may be another process's by then.
        state.withLock { state in
            if !state.isOver { kill(-identifier, signal) }
        }
    }

    private func wait() -> Int32? {
        var info = siginfo_t()
        // It stays a zombie, and keeps its number, until it is marked as over.
        while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return finish(nil) }
        }
        if leavesNobody { kill(-identifier, SIGKILL) }
        state.withLock { $0.isOver = true }
        return ProgramEnd.wait(for: identifier)
    }

    private func finish(_ status: Int32?) -> Int32? {
        state.withLock { $0.isOver = true }
        return status
    }

    /// What browsers say to a terminal is not for whoever is logging in.
    private static func spawn(_ words: [String]) throws(UserAgentError) -> Int32 {
        var start = ProgramStart(words)
        start.hasOwnSession = true
        do throws(SystemCallError) {
            return try start.spawn()
        } catch {
            switch error.number {
            case ENOENT, EACCES, ENOTDIR, ENOEXEC: throw UserAgentError(.notFound, words[0])
            default: throw UserAgentError(.outOfResources, "\(words[0]): \(error)")
            }
        }
    }
}
