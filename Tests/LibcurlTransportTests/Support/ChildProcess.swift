import Glibc
import LinuxSystemCalls

/// A system program with which a test communicates.
final class ChildProcess {
    private let identifier: pid_t
    private let pipe: Int32
    private var isOver = false

    /// Starts a program of `PATH`; its standard error is discarded.
    init(_ program: String, _ arguments: [String]) throws {
        let ends = try SocketPair()
        defer { close(ends.far) }
        var start = ProgramStart([program] + arguments)
        start.input = .descriptor(ends.far)
        start.output = .descriptor(ends.far)
        guard let identifier = try? start.spawn() else {
            close(ends.near)
            throw ToolFailed(program: program)
        }
        (self.identifier, pipe) = (identifier, ends.near)
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
        ProgramEnd.wait(for: identifier)
    }

    /// Reads output of the program; empty at the end.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(pipe, &bytes, bytes.count)
        return Array(bytes[..<max(0, count)])
    }

    /// Reads the port that the program prints first.
    func readPort() throws -> Int {
        guard let port = Int(String(decoding: read().filter { $0 > 0x20 }, as: UTF8.self)) else {
            throw ToolFailed(program: "a server")
        }
        return port
    }

    /// Waits for the end, and returns whether the program succeeded.
    func wait() -> Bool {
        let status = ProgramEnd.wait(for: identifier)
        isOver = status != nil
        return status == 0
    }
}

/// System programs that tests use.
enum Tool {
    /// Runs a program and returns its output.
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
