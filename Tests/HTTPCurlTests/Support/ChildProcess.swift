import CLinux
import Glibc

/// A program of the system, run without Foundation's `Process`: that one leaks what it is not waited for, and lets the
/// child inherit blocked signals.
final class ChildProcess {
    private let identifier: pid_t
    private let pipe: Int32
    private var isOver = false

    /// Starts a program found by `PATH`; what it says on standard error is dropped.
    init(_ program: String, _ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ToolFailed(program: program) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier = pid_t()
        let status = posix_spawnp(&identifier, program, &actions, nil, &words, environ)
        close(ends[1])
        guard status == 0 else { throw ToolFailed(program: program) }
        (self.identifier, pipe) = (identifier, ends[0])
    }

    deinit {
        stop()
        close(pipe)
    }

    /// Ends the program at once.
    func stop() {
        guard !isOver else { return }
        isOver = true
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// Says something to the program.
    func write(_ bytes: [UInt8]) { _ = send(pipe, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// What the program says next; empty when it says no more.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(pipe, &bytes, bytes.count)
        return Array(bytes[..<max(0, count)])
    }

    /// Waits for the end; whether the program was content.
    func wait() -> Bool {
        var status: Int32 = 0
        isOver = waitpid(identifier, &status, 0) == identifier
        return isOver && status == 0
    }
}

/// Programs of the system that tests lean on.
enum Tool {
    /// Runs a program and returns what it writes.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = try ChildProcess(program, arguments)
        var output: [UInt8] = []
        while true {
            let more = process.read()
            guard !more.isEmpty else { break }
            output += more
        }
        guard process.wait() else { throw ToolFailed(program: program) }
        return output
    }
}

struct ToolFailed: Error {
    let program: String
}
