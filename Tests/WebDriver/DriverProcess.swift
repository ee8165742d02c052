import Glibc
import Programs
import Threads

/// The program that steers browsers; it ends with the process that started it, however that ends.
struct DriverProcess: Sendable {
    /// Where it listens on loopback.
    let port: Int
    /// As long as this descriptor is open, the program runs; the kernel closes it with this process.
    private let leash: Int32

    /// The line it prints when it is ready.
    private static let greeting = "was started successfully on port "

    /// Runs the driver in a session of its own, with its browsers and their files, until the leash is let go.
    ///
    /// The shell gives its output up, so that the pipe ends when the driver does.
    private static let script = """
        files=$(mktemp -d)
        HOME=$files TMPDIR=$files setsid chromedriver --port=0 </dev/null 2>&1 &
        exec >/dev/null 2>&1
        read leash
        kill -s KILL -- -$!
        wait
        rm -rf "$files"
        """

    static func start() async throws -> DriverProcess {
        let (input, output) = (try pipe(), try pipe())
        defer { close(input.reading) }
        do {
            try spawn(input: input.reading, output: output.writing)
            close(output.writing)
            return DriverProcess(port: try await port(from: output.reading), leash: input.writing)
        } catch {
            close(input.writing)
            throw error
        }
    }

    private static func pipe() throws(WebDriverError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        // No other program that a test starts may hold an end of it.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw WebDriverError("socketpair", "errno \(errno)") }
        return (ends[0], ends[1])
    }

    private static func spawn(input: Int32, output: Int32) throws(WebDriverError) {
        var start = ProgramStart(["/bin/sh", "-c", script])
        start.environment = ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8"]
        start.input = .descriptor(input)
        start.output = .descriptor(output)
        start.errors = .descriptor(output)
        do throws(ProgramError) {
            reap(try start.spawn())
        } catch { throw WebDriverError("spawn", "\(error)") }
    }

    /// Waits for the end: a child that nobody has waited for keeps Swift Testing from seeing its own children end.
    private static func reap(_ identifier: pid_t) {
        _ = BackgroundThread.start(named: "web-driver-end") { ProgramEnd.wait(for: identifier) }
    }

    /// Ends the program.
    func stop() { close(leash) }

    /// Reads the greeting, and then whatever else is said, on a thread of its own.
    private static func port(from output: Int32) async throws -> Int {
        let text: String = await withCheckedContinuation { continuation in
            let isReading = BackgroundThread.start(named: "web-driver") {
                defer { close(output) }
                var (said, chunk) = ("", [UInt8](repeating: 0, count: 4096))
                var isTold = false
                while case let count = read(output, &chunk, chunk.count), count > 0 {
                    guard !isTold else { continue }
                    said += String(decoding: chunk[..<count], as: UTF8.self)
                    isTold = said.firstRange(of: greeting).map { said[$0.upperBound...].contains("\n") } ?? false
                    if isTold { continuation.resume(returning: said) }
                }
                if !isTold { continuation.resume(returning: said) }
            }
            if !isReading { continuation.resume(returning: "no thread") }
        }
        let digits = text.firstRange(of: greeting).map { text[$0.upperBound...].prefix(while: \.isNumber) }
        guard let port = digits.flatMap({ Int($0) }) else { throw WebDriverError("no driver", text) }
        return port
    }
}
