import LinuxCLibrary
import LinuxSystemCalls
import Synchronization

/// A child process: started without a shell, in a new session, without open descriptors of this process.
package final class ChildProgram: Sendable {
    package let identifier: Int32
    private let killsDescendants: Bool
    private let isOver = Mutex(false)

    private init(_ identifier: Int32, killsDescendants: Bool) {
        (self.identifier, self.killsDescendants) = (identifier, killsDescendants)
    }

    /// Starts a program, searched in `PATH` unless it is an absolute path.
    ///
    /// `ended` is called once, on a separate thread, with the result of ``ProgramEnd/wait(for:)``. The descendants are
    /// killed then only if the caller says so: a browser that received an address from a helper program keeps running.
    ///
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
    package func stop(by signal: Int32 = SIGTERM) {
        // Not after it was reaped: by then the identifier may belong to another process.
        isOver.withLock { isOver in
            if !isOver { kill(-identifier, signal) }
        }
    }

    private func wait() -> Int32? {
        var info = siginfo_t()
        // The child remains a zombie, and keeps its identifier, until it is marked as over.
        var result: Int32
        repeat {
            result = waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT)
        } while result != 0 && errno == EINTR
        if result == 0, killsDescendants { kill(-identifier, SIGKILL) }
        isOver.withLock { $0 = true }
        return result == 0 ? ProgramEnd.wait(for: identifier) : nil
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

extension ProgramStart {
    /// Describes a program of the desktop, such as a browser: by its absolute path, in a new session, and without the
    /// variables of this SDK. Throws `privileged` in a set-user-ID program, and `notFound` when there is no such
    /// program.
    init(ofDesktop words: [String]) throws(UserAgentError) {
        try UserAgentError.refusePrivileges()
        guard let path = ProgramSearch.path(of: words[0]) else { throw UserAgentError(.notFound, words[0]) }
        self.init([path] + words.dropFirst())
        environment = ProcessEnvironment.forOtherPrograms
        hasOwnSession = true
    }
}
