import CAuth0Linux
import Glibc

/// How another program is started: by its words and never by a shell's line, with nothing of ours open and no signal blocked.
///
/// Foundation's `Process` hands a child signals that are blocked and descriptors that are open, and crashes now and then
/// when several are started at once.
package struct ProgramStart: Sendable {
    /// Where one of the three standard descriptors leads.
    package enum Stream: Sendable {
        /// To `/dev/null`.
        case nowhere
        /// To a file: read from the start, or written, and made when there is none.
        case file(String)
        /// To something that is open here.
        case descriptor(Int32)
    }

    /// The program, looked up in `PATH` unless it has a slash, and its arguments.
    package var words: [String]
    /// Its whole environment as `NAME=value`; `nil` is this process's.
    package var environment: [String]?
    /// Where it reads from.
    package var input = Stream.nowhere
    /// Where it writes to.
    package var output = Stream.nowhere
    /// Where it complains to.
    package var errors = Stream.nowhere
    /// Whether it gets a session of its own: Ctrl-C in our terminal does not reach it, and a signal to the negative of its
    /// number reaches all it has started.
    package var hasOwnSession = false

    /// Describes a program that reads and writes nothing.
    package init(_ words: [String]) { self.words = words }

    /// Starts the program; whoever does has to wait for it, see ``ProgramEnd``.
    ///
    /// - Returns: The process.
    /// - Throws: ``ProgramError``, such as `ENOENT` when there is no program of that name.
    package func spawn() throws(ProgramError) -> Int32 {
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
        guard status == 0 else { throw ProgramError(number: status) }
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
        case .nowhere: posix_spawn_file_actions_addopen(&files, number, "/dev/null", access, 0o600)
        case .file(let path): posix_spawn_file_actions_addopen(&files, number, path, access, 0o600)
        case .descriptor(let open): posix_spawn_file_actions_adddup2(&files, open, number)
        }
    }
}

/// A program could not be started.
package struct ProgramError: Error, CustomStringConvertible {
    /// What the system said, as `errno` has it.
    package let number: Int32

    /// The system's words.
    package var description: String { String(cString: strerror(number)) }
}
