import CLinux
import Glibc
import Synchronization
import Threads

/// A program that was started beside this one: without a shell, in a session of its own, with nothing of ours open.
package final class ChildProgram: Sendable {
    private struct State {
        var isOver = false
    }

    /// The process.
    package let identifier: Int32
    private let state = Mutex(State())

    private init(_ identifier: Int32) { self.identifier = identifier }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: Its name, looked up in `PATH`, and its arguments.
    ///   - ended: Called once, on a thread of its own, with the exit status; a signal's number plus 128, as shells say it;
    ///     `nil` when somebody else in this program has waited for it.
    /// - Returns: The program.
    /// - Throws: ``UserAgentError/Code/notFound`` when there is none of that name.
    package static func start(
        _ words: [String], ended: @escaping @Sendable (Int32?) -> Void
    ) throws(UserAgentError) -> ChildProgram {
        let child = ChildProgram(try spawn(words))
        let isWatched = BackgroundThread.start(named: "auth0-browser") { ended(child.wait()) }
        guard isWatched else {
            child.stop()
            throw UserAgentError(.outOfResources, "the system gave no thread")
        }
        return child
    }

    /// Asks the program to end, with all it has started.
    package func stop() {
        // Not after it was waited for: the number may be another process's by then.
        state.withLock { state in
            if !state.isOver { kill(-identifier, SIGTERM) }
        }
    }

    private func wait() -> Int32? {
        var info = siginfo_t()
        // It stays a zombie, and keeps its number, until it is marked as over.
        while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return finish(nil) }
        }
        state.withLock { $0.isOver = true }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private func finish(_ status: Int32?) -> Int32? {
        state.withLock { $0.isOver = true }
        return status
    }

    private static func spawn(_ words: [String]) throws(UserAgentError) -> Int32 {
        var attributes = posix_spawnattr_t()
        var files = posix_spawn_file_actions_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&files)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&files)
        }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | auth0_spawn_set_session
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // What browsers say to a terminal is not for whoever is logging in.
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&files, 3)

        var identifier: pid_t = 0
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        let status = posix_spawnp(&identifier, words[0], &files, &attributes, &arguments, environ)
        switch status {
        case 0: return identifier
        case ENOENT, EACCES, ENOTDIR, ENOEXEC: throw UserAgentError(.notFound, words[0])
        default: throw UserAgentError(.outOfResources, "\(words[0]): \(String(cString: strerror(status)))")
        }
    }
}
