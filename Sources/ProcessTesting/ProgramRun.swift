import CLinux
import Glibc
import Threads

/// A program that a test runs to its end, and what became of it.
///
/// Without Foundation's `Process`, which crashes now and then when several are started at once, and hands a child signals
/// that are blocked and descriptors that are open.
package struct ProgramRun: Sendable {
    /// The exit status; a signal's number plus 128.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: [UInt8]
    /// What it wrote to standard error.
    package let errors: [UInt8]

    /// A program could not be started, or what it said could not be read.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ what: String, _ number: Int32 = errno) { description = "\(what): \(String(cString: strerror(number)))" }
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The path of its executable.
    ///   - arguments: Its arguments.
    ///   - environment: Its whole environment; `nil` is the one this process was started with.
    ///   - input: What it reads from standard input.
    /// - Throws: ``Failure``.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, input: [UInt8] = []
    ) async throws {
        self = try await withCheckedThrowingContinuation { continuation in
            let isRunning = BackgroundThread.start(named: "test-program") {
                continuation.resume(
                    with: Result { try ProgramRun(waitingFor: program, arguments, environment, input) })
            }
            if !isRunning { continuation.resume(throwing: Failure("thread", EAGAIN)) }
        }
    }

    /// Runs a program on this thread, which waits for it.
    package init(
        waitingFor program: String, _ arguments: [String] = [], _ environment: [String: String]? = nil,
        _ input: [UInt8] = []
    ) throws {
        let folder = try Self.newFolder()
        defer { for file in ["/0", "/1", "/2", ""] { remove(folder + file) } }
        try Self.write(input, to: folder + "/0")
        let variables = try environment.map { $0.map { "\($0.key)=\($0.value)" } } ?? Self.ownEnvironment()
        status = try Self.wait(for: Self.spawn([program] + arguments, variables, folder))
        output = try Self.read(folder + "/1")
        errors = try Self.read(folder + "/2")
    }

    private static func newFolder() throws(Failure) -> String {
        var template = Array("/tmp/auth0-streams-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// As the kernel has it: another test may be changing the library's copy.
    static func ownEnvironment() throws(Failure) -> [String] {
        try read("/proc/self/environ").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func spawn(
        _ words: [String], _ environment: [String], _ folder: String
    ) throws(Failure) -> pid_t {
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
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        posix_spawn_file_actions_addopen(&files, 0, folder + "/0", O_RDONLY, 0)
        for output in Int32(1)...2 {
            posix_spawn_file_actions_addopen(&files, output, "\(folder)/\(output)", O_WRONLY | O_CREAT, 0o600)
        }
        posix_spawn_file_actions_addclosefrom_np(&files, 3)

        var identifier = pid_t()
        var (arguments, variables) = (words.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
        defer { for text in arguments + variables { free(text) } }
        let status = posix_spawn(&identifier, words[0], &files, &attributes, &arguments, &variables)
        guard status == 0 else { throw Failure(words[0], status) }
        return identifier
    }

    private static func wait(for identifier: pid_t) throws(Failure) -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure("waitpid") }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        guard let file = fopen(path, "wxe") else { throw Failure(path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw Failure(path) }
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let file = fopen(path, "re") else { throw Failure(path) }
        defer { fclose(file) }
        var (bytes, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            bytes += chunk[..<count]
            guard count == chunk.count else { return bytes }
        }
    }
}
