import ProcessTesting

/// The program that steers browsers; it ends with the process that started it, however that ends.
struct DriverProcess: Sendable {
    /// Where it listens on loopback.
    let port: Int
    private let program: LeashedProgram

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

    static func start() async throws(WebDriverError) -> DriverProcess {
        do throws(LeashedProgram.Failure) {
            let program = try await LeashedProgram.start(
                ["/bin/sh", "-c", script],
                environment: ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8"], until: { port(in: $0) != nil })
            return DriverProcess(port: port(in: program.greeting) ?? 0, program: program)
        } catch { throw WebDriverError("no driver", error.description) }
    }

    /// Ends the program.
    func stop() { program.stop() }

    /// The port of the greeting, once the whole line is there.
    private static func port(in said: String) -> Int? {
        guard let start = said.firstRange(of: greeting)?.upperBound, said[start...].contains("\n") else { return nil }
        return Int(said[start...].prefix(while: \.isNumber))
    }
}
