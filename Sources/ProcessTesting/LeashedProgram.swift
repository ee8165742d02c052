import Glibc
import Programs
import Threads

/// A program that serves a test process and ends with it, however that ends.
///
/// It has to end when its standard input does: the other end of that is the leash, which is let go by ``stop()`` or, at
/// the latest, by the kernel.
package struct LeashedProgram: Sendable {
    /// What it said until it was ready.
    package let greeting: String
    private let leash: Int32

    /// The program was not started, or ended before it was ready.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Starts a program and waits until it is ready.
    ///
    /// - Parameters:
    ///   - words: The program, looked up in `PATH` unless it has a slash, and its arguments.
    ///   - environment: Its whole environment as `NAME=value`.
    ///   - isReady: Whether it is, by what it has said so far to standard output and standard error.
    /// - Returns: The program, which goes on running.
    /// - Throws: ``Failure`` with what it said.
    package static func start(
        _ words: [String], environment: [String], until isReady: @escaping @Sendable (String) -> Bool
    ) async throws(Failure) -> LeashedProgram {
        let (input, output) = (try pipe(), try pipe())
        defer { close(input.reading) }
        do throws(Failure) {
            do throws(Failure) {
                try spawn(words, environment, input: input.reading, output: output.writing)
            } catch {
                close(output.reading)
                close(output.writing)
                throw error
            }
            close(output.writing)
            let said = await greeting(from: output.reading, until: isReady)
            guard isReady(said) else { throw Failure(description: "\(words[0]) is not ready: \(said)") }
            return LeashedProgram(greeting: said, leash: input.writing)
        } catch {
            close(input.writing)
            throw error
        }
    }

    /// Ends the program.
    package func stop() { close(leash) }

    private static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        // No other program that a test starts may hold an end of it.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw Failure(description: "socketpair: \(String(cString: strerror(errno)))")
        }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ words: [String], _ environment: [String], input: Int32, output: Int32
    ) throws(Failure) {
        var start = ProgramStart(words)
        start.environment = environment
        start.input = .descriptor(input)
        start.output = .descriptor(output)
        start.errors = .descriptor(output)
        // Ctrl-C in the terminal is for the tests, which then let go of the leash.
        start.hasOwnSession = true
        let identifier: pid_t
        do throws(ProgramError) {
            identifier = try start.spawn()
        } catch { throw Failure(description: "\(words[0]): \(error)") }
        // A child that nobody has waited for keeps Swift Testing from seeing its own children end.
        _ = BackgroundThread.start(named: "test-program-end") { ProgramEnd.wait(for: identifier) }
    }

    /// Reads until the program is ready or has ended, and then whatever else it says, on a thread of its own.
    private static func greeting(
        from output: Int32, until isReady: @escaping @Sendable (String) -> Bool
    ) async -> String {
        await withCheckedContinuation { continuation in
            let isReading = BackgroundThread.start(named: "test-program-out") {
                defer { close(output) }
                var (said, chunk) = ("", [UInt8](repeating: 0, count: 4096))
                var isTold = false
                while case let count = read(output, &chunk, chunk.count), count > 0 {
                    guard !isTold else { continue }
                    said += String(decoding: chunk[..<count], as: UTF8.self)
                    isTold = isReady(said)
                    if isTold { continuation.resume(returning: said) }
                }
                if !isTold { continuation.resume(returning: said) }
            }
            if !isReading {
                close(output)
                continuation.resume(returning: "no thread")
            }
        }
    }
}
