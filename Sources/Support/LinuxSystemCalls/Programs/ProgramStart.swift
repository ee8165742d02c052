import CAuth0Linux
import LinuxCLibrary

/// A program to start: with arguments and never a shell command line, without the open descriptors and the blocked
/// signals that Foundation's `Process` leaves to a child. That also crashes when programs are started at the same time.
package struct ProgramStart: Sendable {
    /// The file behind one of the three standard descriptors.
    package enum Stream: Sendable {
        /// A file by its path: input is read from the start, output creates the file if needed.
        case file(String)
        case descriptor(Int32)

        package static let nowhere = Stream.file("/dev/null")
    }

    /// The program, searched in `PATH` unless it contains a slash, and its arguments.
    package var words: [String]
    /// The complete environment as `NAME=value`; `nil` is the environment of this process.
    package var environment: [String]?
    package var input = Stream.nowhere
    package var output = Stream.nowhere
    package var errors = Stream.nowhere
    /// Whether the program starts a new session: Ctrl-C in the terminal of this process does not reach it, and a signal
    /// to its negative identifier reaches all its descendants.
    package var hasOwnSession = false

    /// Describes a program whose standard descriptors are `/dev/null`.
    package init(_ words: [String]) { self.words = words }

    /// Starts the program; the caller has to wait for its end, see ``ProgramEnd``.
    package func spawn() throws(SystemCallError) -> Int32 {
        var attributes = posix_spawnattr_t()
        var files = posix_spawn_file_actions_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&files)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&files)
        }
        setSignals(&attributes)
        add(input, as: 0, O_RDONLY, &files)
        add(output, as: 1, O_WRONLY | O_CREAT, &files)
        add(errors, as: 2, O_WRONLY | O_CREAT, &files)
        posix_spawn_file_actions_addclosefrom_np(&files, 3)

        var identifier = pid_t()
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { $0.map { strdup($0) } + [nil] } ?? []
        defer { (arguments + variables).forEach { free($0) } }
        let status =
            environment == nil
            ? posix_spawnp(&identifier, words[0], &files, &attributes, &arguments, environ)
            : posix_spawnp(&identifier, words[0], &files, &attributes, &arguments, &variables)
        guard status == 0 else { throw SystemCallError(status) }
        return identifier
    }

    private func setSignals(_ attributes: inout posix_spawnattr_t) {
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Int16(flags | (hasOwnSession ? auth0_spawn_set_session : 0)))
    }

    private func add(_ stream: Stream, as number: Int32, _ access: Int32, _ files: inout posix_spawn_file_actions_t) {
        switch stream {
        case .file(let path): posix_spawn_file_actions_addopen(&files, number, path, access, 0o600)
        case .descriptor(let open): posix_spawn_file_actions_adddup2(&files, open, number)
        }
    }
}

package enum ProgramEnd {
    /// Blocks until a process ends, and reaps it: without this it remains a zombie in the process table. Returns the
    /// exit status; a signal's number plus 128, as in shells; `nil` when other code of this process has reaped it.
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
