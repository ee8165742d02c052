import Glibc
import LinuxSystemCalls

/// A helper program of tests; it ends with its descendants when the process that started it ends.
package struct LeashedProgram: Sendable {
    /// The program runs while this descriptor is open; the kernel closes it with this process.
    private let leash: Int32

    /// Runs a command in a session of its own, with a home of its own, until the descriptor is closed.
    ///
    /// The shell closes its own output, so that the pipe ends with the command.
    private static func script(_ command: String) -> String {
        """
        files=$(mktemp -d)
        HOME=$files TMPDIR=$files setsid \(command) </dev/null 2>&1 &
        exec >/dev/null 2>&1
        read leash
        kill -s KILL -- -$!
        wait
        rm -rf "$files"
        """
    }

    /// Starts a program and waits until it reports that it is ready.
    ///
    /// - Parameters:
    ///   - command: The shell command.
    ///   - ready: Parses the output so far; `nil` until the program is ready.
    /// - Returns: The program, and the value of `ready`.
    /// - Throws: ``WebDriverError`` with the output when the program ends first.
    package static func start<Value: Sendable>(
        _ command: String, ready: @escaping @Sendable (String) -> Value?
    ) async throws -> (program: LeashedProgram, value: Value) {
        let (input, output) = (try SocketPair(), try SocketPair())
        defer { close(input.far) }
        do {
            try spawn(command, input: input.far, output: output.far)
            close(output.far)
            return (LeashedProgram(leash: input.near), try await read(output.near, ready))
        } catch {
            close(input.near)
            throw error
        }
    }

    /// Ends the program.
    package func stop() { close(leash) }

    private static func spawn(_ command: String, input: Int32, output: Int32) throws(WebDriverError) {
        var start = ProgramStart(["/bin/sh", "-c", script(command)])
        start.environment = ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8"]
        start.input = .descriptor(input)
        start.output = .descriptor(output)
        start.errors = .descriptor(output)
        do throws(SystemCallError) {
            reap(try start.spawn())
        } catch { throw WebDriverError("spawn", "\(error)") }
    }

    /// Reaps the child: a zombie keeps Swift Testing from noticing the end of its own children.
    private static func reap(_ identifier: pid_t) {
        _ = BackgroundThread.start(named: "leashed-program") { ProgramEnd.wait(for: identifier) }
    }

    /// Reads the output on a thread of its own, until the program is ready and then to its end.
    private static func read<Value: Sendable>(
        _ output: Int32, _ ready: @escaping @Sendable (String) -> Value?
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isReading = BackgroundThread.start(named: "leashed-output") {
                defer { close(output) }
                var (said, chunk) = ("", [UInt8](repeating: 0, count: 4096))
                var isTold = false
                while case let count = Glibc.read(output, &chunk, chunk.count), count > 0 {
                    guard !isTold else { continue }
                    said += String(decoding: chunk[..<count], as: UTF8.self)
                    guard let value = ready(said) else { continue }
                    isTold = true
                    continuation.resume(returning: value)
                }
                if !isTold { continuation.resume(throwing: WebDriverError("not ready", said)) }
            }
            if !isReading { continuation.resume(throwing: WebDriverError("no thread")) }
        }
    }
}
