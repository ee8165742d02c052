import Foundation

/// The program that steers browsers; it ends with the process that started it, however that ends.
struct DriverProcess {
    /// Where it listens on loopback.
    let port: Int
    private let process: Process
    /// As long as this is open, the program runs.
    private let leash: Pipe

    /// The line it prints when it is ready.
    private static let greeting = "was started successfully on port "

    /// Runs the driver in a session of its own, with its browsers and their files, until the leash is let go.
    ///
    /// The shell gives its output up, so that the pipe ends when the driver does.
    private static let script = """
        files=$(mktemp -d)
        TMPDIR=$files setsid chromedriver --port=0 </dev/null 2>&1 &
        exec >/dev/null 2>&1
        read leash
        kill -s KILL -- -$!
        wait
        rm -rf "$files"
        """

    static func start() async throws -> DriverProcess {
        let (process, leash, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        (process.standardInput, process.standardOutput, process.standardError) = (leash, output, output)
        try process.run()
        let port = try await port(from: output)
        return DriverProcess(port: port, process: process, leash: leash)
    }

    /// Reads the greeting on a thread of its own, since reading blocks.
    private static func port(from output: Pipe) async throws -> Int {
        let handle = output.fileHandleForReading
        let text: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = ""
                var isTold = false
                while case let bytes = handle.availableData, !bytes.isEmpty {
                    guard !isTold else { continue }
                    text += String(decoding: bytes, as: UTF8.self)
                    if let start = text.range(of: greeting), text[start.upperBound...].contains("\n") {
                        isTold = true
                        continuation.resume(returning: text)
                    }
                }
                if !isTold { continuation.resume(returning: text) }
            }
        }
        let digits = text.range(of: greeting).map { text[$0.upperBound...].prefix(while: \.isNumber) }
        guard let port = digits.flatMap({ Int($0) }) else { throw WebDriverError("no driver", text) }
        return port
    }
}
