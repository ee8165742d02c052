import LinuxCLibrary
import LinuxSystemCalls
import Synchronization

/// A child process: started without a shell, in a new session, without open descriptors of this process.
package final class ChildProgram: Sendable {
    private struct State {
        var isOver = false
    }

    /// The process identifier.
    package let identifier: Int32
    private let killsDescendants: Bool
    private let state = Mutex(State())

    private init(_ identifier: Int32, killsDescendants: Bool) {
        (self.identifier, self.killsDescendants) = (identifier, killsDescendants)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, searched in `PATH` unless it is an absolute path, and its arguments.
    ///   - killsDescendants: Whether its descendants are killed when it ends. The default is `false`: a browser that
    ///     received an address from a helper program keeps running.
    ///   - ended: Called once, on a separate thread, with the exit status; a signal's number plus 128, as in shells;
    ///     `nil` when other code of this process has reaped the child.
    /// - Returns: The running program.
    /// - Throws: ``UserAgentError/Code/notFound`` when there is no such program, ``UserAgentError/Code/privileged`` in
    ///   a set-user-ID program.
    package static func start(
        _ words: [String], killsDescendants: Bool = false, ended: @escaping @Sendable (Int32?) -> Void
    ) throws(UserAgentError) -> ChildProgram {
        let child = ChildProgram(try spawn(words), killsDescendants: killsDescendants)
        let isWatched = BackgroundThread.start(named: "auth0-browser") { ended(child.wait()) }
        guard isWatched else {
            child.stop()
            _ = child.wait()
            throw UserAgentError(.outOfResources, "the system cannot create a thread")
        }
        return child
    }

    /// Sends a signal to the program and its descendants; does nothing after the end of the program.
    ///
    /// - Parameter signal: The signal, `SIGTERM` by default.
    package func stop(by signal: Int32 = SIGTERM) {
        // Not after it was reaped: by then the identifier may belong to another process.
        state.withLock { state in
            if !state.isOver { kill(-identifier, signal) }
        }
    }

    private func wait() -> Int32? {
        var info = siginfo_t()
        // The child remains a zombie, and keeps its identifier, until it is marked as over.
        while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return finish(nil) }
        }
        if killsDescendants { kill(-identifier, SIGKILL) }
        state.withLock { $0.isOver = true }
        return ProgramEnd.wait(for: identifier)
    }

    private func finish(_ status: Int32?) -> Int32? {
        state.withLock { $0.isOver = true }
        return status
    }

    /// Starts the program without a terminal: the messages of a browser are not meant for the user of this program.
    private static func spawn(_ words: [String]) throws(UserAgentError) -> Int32 {
        let start = try ProgramStart(ofDesktop: words)
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
