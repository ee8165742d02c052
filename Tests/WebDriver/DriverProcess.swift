import CLinux
import Glibc
import Threads

/// The program that steers browsers; it ends with the process that started it, however that ends.
///
/// Without Foundation's `Process`, which hands a child signals that are blocked and descriptors that are open.
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
        posix_spawn_file_actions_adddup2(&files, input, 0)
        posix_spawn_file_actions_adddup2(&files, output, 1)
        posix_spawn_file_actions_adddup2(&files, output, 2)
        posix_spawn_file_actions_addclosefrom_np(&files, 3)
        var identifier = pid_t()
        var arguments = ["/bin/sh", "-c", script].map { (text: String) in strdup(text) } + [nil]
        let environment = ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8"]
        var variables = environment.map { (text: String) in strdup(text) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let status = posix_spawn(&identifier, "/bin/sh", &files, &attributes, &arguments, &variables)
        guard status == 0 else { throw WebDriverError("spawn", "errno \(status)") }
        reap(identifier)
    }

    /// Waits for the end: a child that nobody has waited for keeps Swift Testing from seeing its own children end.
    private static func reap(_ identifier: pid_t) {
        _ = BackgroundThread.start(named: "web-driver-end") {
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        }
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
