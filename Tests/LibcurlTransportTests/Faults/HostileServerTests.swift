import Foundation
import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import ProgramRunner
import TestEvents
import Testing

/// Servers that flood, stall or never end, each beside an honest server on the same transport.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct HostileServerTests {
    private static let timeout = Duration.milliseconds(300)
    private static let mostDelay = Duration.milliseconds(200)
    private static let mostOvershoot = Duration.milliseconds(100)

    private let certificates: Certificates
    private let transport: CurlTransport

    init() throws {
        certificates = try Certificates.shared.get()
        transport = certificates.trustingTransport()
    }

    /// The frames of HTTP/2 that `hostile.py` sends.
    static let h2 = [
        "empty-data", "padding-only", "empty-continuation", "full-continuation", "endless-headers", "settings",
        "settings-acks", "window-settings", "table-settings", "pings", "ping-acks", "window-updates", "window-overflow",
        "zero-window", "tiny-window", "priorities", "self-dependency", "resets", "refused", "internal-error", "goaways",
        "goaway-silence", "pushes", "interim", "unknown-frames", "oversized-frame", "header-bomb", "endless-trailers",
        "dribble", "silence",
    ]

    /// The messages of HTTP/1.1 that `hostile.py` sends.
    static let h1 = [
        "h1-silence", "h1-empty-lines", "h1-long-line", "h1-fields", "h1-empty-fields", "h1-interim", "h1-tiny-chunks",
        "h1-chunk-extension", "h1-chunk-size", "h1-trailers", "h1-endless-body", "h1-dribble", "h1-compressed",
    ]

    @Test(arguments: h2 + h1)
    func `K1 a hostile server delays no other server's response, and no deadline`(behaviour: String) async throws {
        let hostile = try HostileServer(certificates.good, behaviour)
        let honest = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        let (transport, body) = (transport, String(repeating: "a", count: 70_000))
        let neighbour = try TransportRequest.get(honest.url(), timeout: .seconds(5))

        // The times depend on the load of the machine: one of five attempts has to keep the bounds.
        var (delay, overshoot) = (Duration.seconds(60), Duration.seconds(60))
        for _ in 0..<5 where delay > Self.mostDelay || overshoot > Self.mostOvershoot {
            let usual = await Self.slowest(transport, neighbour)
            let request = try TransportRequest.post(hostile.url, body, timeout: Self.timeout)
            async let attack = Self.measured(transport, request)
            delay = await Self.slowest(transport, neighbour) - usual
            let (time, result) = await attack
            #expect(result.failure != nil)
            overshoot = time - Self.timeout
        }

        #expect(delay <= Self.mostDelay)
        #expect(overshoot <= Self.mostOvershoot)
    }

    @Test func `K1 frames of HTTP 2 are refused at once, whatever protocol the server insists on`() async throws {
        for protocols in [[], ["h2"], ["http/1.1"]] {
            let hostile = try HostileServer(certificates.good, "empty-data", protocols)

            let failure = await transport.failure(try .post(hostile.url, "{}", timeout: .seconds(60)))

            #expect(failure?.code == .malformedResponse)
        }
    }

    /// Returns the longest time of 20 requests, which all succeed.
    private static func slowest(_ transport: CurlTransport, _ request: TransportRequest) async -> Duration {
        var slowest = Duration.zero
        for _ in 0..<20 {
            let (time, result) = await measured(transport, request)
            #expect(result.response?.status == 200)
            slowest = max(slowest, time)
        }
        return slowest
    }

    private static func measured(
        _ transport: CurlTransport, _ request: TransportRequest
    ) async -> (Duration, Result<TransportResponse, TransportError>) {
        let start = ContinuousClock.now
        let result = await transport.result(request)
        return (ContinuousClock.now - start, result)
    }
}

/// The program `Tests/Fixtures/HostileServers/hostile.py`.
private final class HostileServer {
    let url: String
    private let process: ChildProcess

    init(_ identity: Certificates.Identity, _ behaviour: String, _ protocols: [String] = []) throws {
        let script = Checkout.fixtures + "/HostileServers/hostile.py"
        process = try ChildProcess(
            "python3", [script, identity.certificate, identity.key, behaviour] + protocols)
        url = "https://127.0.0.1:\(try process.readPort())/"
    }
}
