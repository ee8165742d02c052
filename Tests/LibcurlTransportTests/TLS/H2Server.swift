import ProgramRunner
import LinuxSystemCalls
@testable import LibcurlTransport

/// A server that sends HTTP/2 frame by frame: `openssl s_server` does the TLS, the test provides every octet.
///
/// It serves one connection after another, on one stream of octets in each direction, by a script on its own thread.
final class H2Server: @unchecked Sendable {  // what changes is touched by the script's thread, but `counted`
    /// The frame types that the tests use.
    enum Frame: UInt8 {
        case data = 0
        case headers = 1
        case reset = 3
        case settings = 4
        case goAway = 7
    }

    let port: UInt16
    private let process: ChildProcess
    private var buffer: [UInt8] = []
    private let counted = SanitizerVisibleMutex(0)

    /// The number of requests.
    var requests: Int { counted.withLock { $0 } }

    init(_ identity: Certificates.Identity, alpn: String = "h2", _ script: @escaping @Sendable (H2Server) -> Void)
        throws
    {
        let port = try FreePort.find()
        self.port = port
        process = try ChildProcess(
            "openssl",
            [
                "s_server", "-quiet", "-alpn", alpn, "-accept", "127.0.0.1:\(port)", "-cert", identity.certificate,
                "-key", identity.key,
            ])
        try FreePort.waitUntilServed(port)
        _ = BackgroundThread.start(named: "h2-server") { [self] in script(self) }
    }

    var url: String { "https://127.0.0.1:\(port)/" }

    /// Kills the server, as in a crash.
    func crash() { process.stop() }

    /// Waits for octets of the client.
    func waitForMore() { buffer += process.read() }

    /// Reads the client's preface and sends the server's.
    func greet() {
        _ = take(24)
        write(.settings, stream: 0, [])
    }

    /// Reads the next request; returns its stream, or `nil` at the end of the connection.
    func readRequest() -> UInt32? {
        while let head = take(9) {
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard take(length) != nil else { return nil }
            let stream = head[5...8].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            if head[3] == Frame.settings.rawValue, head[4] & 1 == 0 { write(.settings, flags: 1, stream: 0, []) }
            if head[3] == Frame.headers.rawValue { counted.withLock { $0 += 1 } }
            let mayEnd = head[3] == Frame.headers.rawValue || head[3] == Frame.data.rawValue
            if mayEnd, head[4] & 1 == 1 { return stream }
        }
        return nil
    }

    /// Responds with 204: the status is entry 9 of HPACK's table.
    func answer(_ stream: UInt32) { write(.headers, flags: 5, stream: stream, [0x89]) }

    func write(_ frame: Frame, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8]) {
        let length = payload.count
        process.write(
            [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), frame.rawValue, flags]
                + Self.bytes(stream) + payload)
    }

    static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }

    private func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            let more = process.read()
            guard !more.isEmpty else { return nil }
            buffer += more
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }
}
