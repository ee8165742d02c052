import Glibc
import LinuxSystemCalls

/// The result of a program that a test runs to its end.
package struct ProgramRun: Sendable {
    /// The exit status; a signal's number plus 128.
    package let status: Int32
    /// The contents of standard output.
    package let output: [UInt8]
    /// The contents of standard error.
    package let errors: [UInt8]

    /// A program could not be started, or its output could not be read.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ what: String, _ number: Int32 = errno) { description = "\(what): \(String(cString: strerror(number)))" }
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The path of its executable.
    ///   - arguments: Its arguments.
    ///   - environment: Its complete environment; `nil` is the initial environment of this process.
    ///   - input: The contents of standard input, empty by default.
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

    /// Runs a program and blocks this thread until its end.
    package init(
        waitingFor program: String, _ arguments: [String] = [], _ environment: [String: String]? = nil,
        _ input: [UInt8] = []
    ) throws {
        let folder = try Self.newFolder()
        defer { for file in ["/0", "/1", "/2", ""] { remove(folder + file) } }
        try Self.write(input, to: folder + "/0")
        let variables = try environment.map { $0.map { "\($0.key)=\($0.value)" } } ?? Self.ownEnvironment()
        status = try Self.run([program] + arguments, variables, folder)
        output = try Self.read(folder + "/1")
        errors = try Self.read(folder + "/2")
    }

    private static func newFolder() throws(Failure) -> String {
        var template = Array("/tmp/auth0-streams-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The initial environment of the kernel: another test may be changing the library's copy.
    static func ownEnvironment() throws(Failure) -> [String] {
        try read("/proc/self/environ").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func run(
        _ words: [String], _ environment: [String], _ folder: String
    ) throws(Failure) -> Int32 {
        var start = ProgramStart(words)
        start.environment = environment
        start.input = .file(folder + "/0")
        start.output = .file(folder + "/1")
        start.errors = .file(folder + "/2")
        let identifier: pid_t
        do throws(SystemCallError) {
            identifier = try start.spawn()
        } catch { throw Failure(words[0], error.number) }
        guard let status = ProgramEnd.wait(for: identifier) else { throw Failure("waitpid") }
        return status
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
