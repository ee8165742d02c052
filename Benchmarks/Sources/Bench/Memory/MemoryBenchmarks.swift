import CProbe
import Dispatch
import FoundationNetworking
import HTTPMessages
import HTTPURLSession
import Harness
import LibcurlTransport
import LocalServer
import Streams
import StreamsFoundation

/// The memory that work needs above what the process had before it: `memory/<work>/<variant>`.
enum MemoryBenchmarks {
    static let all = [
        // At most 8,192 KiB; FoundationNetworking keeps what arrives until the thread of the delegate runs.
        row("large-response/urlsession") { try await largeResponse(URLSession(configuration: .ephemeral)) },
        row("large-response/libcurl") { try await largeResponse(CurlTransport()) },
        // For each request, at most 18 KB.
        row("slow-requests/5000", each: slowRequests) { try slowResponses() },
        // At most 32,768 KiB.
        row("replays/process") { proofs() },
        // OpenCombine needs 1,800 KiB.
        row("debounce/300k-values") { debounce() },
        row("timeout/10k-cancelled") { cancelledTimeouts() },
    ]

    private static let slowRequests = 5_000

    private typealias Work = () async throws -> Void

    /// Creates a benchmark: `setUp` prepares what is not measured and returns the work, which processes `count`
    /// elements. It is done once, because memory that was used before can be used again.
    private static func row(
        _ name: String, each count: Int = 1, _ setUp: @escaping @Sendable () async throws -> Work
    ) -> Benchmark {
        Benchmark("memory/\(name)", metric: .reported("KiB"), plan: .bursts(1)) { (run, work: @escaping Work) in
            for _ in run.scaledIterations { run.report(try await PeakMemory.rise(during: work) / Double(count)) }
        } setup: {
            try await setUp()
        }
    }

    /// A response of 128 MiB, which a transport refuses because of its size.
    private static func largeResponse(_ transport: some Transport) async throws -> Work {
        guard try await failure(of: "/oauth/token", transport) == nil else { throw Failed("no response") }
        return {
            guard try await failure(of: Server.largePath, transport) == .responseTooLarge else {
                throw Failed("the response is not refused because of its size")
            }
        }
    }

    /// Gets a file of the server, and returns the reason if there is no response.
    private static func failure(of path: String, _ transport: some Transport) async throws -> TransportError.Code? {
        let request = TransportRequest(method: .get, url: try HTTPURL(Server.address(.h1) + path))
        let result = await withCheckedContinuation { continuation in
            _ = transport.send(request) { continuation.resume(returning: $0) }
        }
        guard case .failure(let error) = result else { return nil }
        return error.code
    }

    /// Requests that are all in flight, because each of their responses takes some seconds.
    private static func slowResponses() throws -> Work {
        let fixture = try SDKFixture(.slow, slowRequests)
        return { try fixture.callback(slowRequests) }
    }

    private static func proofs() -> Work { { blackHole(try await DPoPBenchmarks.fill(keys: 1_000)) } }

    /// Values that arrive before the first of them is due.
    private static func debounce() -> Work {
        let subject = PassthroughSubject<Int, Never>()
        let token = subject.debounce(for: .seconds(2), scheduler: queue).sink { probe_take($0) }
        return { withExtendedLifetime(token) { for value in 0..<300_000 { subject.send(value) } } }
    }

    /// Subscriptions that end long before they are due.
    private static func cancelledTimeouts() -> Work {
        let subject = PassthroughSubject<Int, Never>()
        return {
            for _ in 0..<10_000 {
                subject.timeout(.seconds(100), scheduler: queue).sink { probe_take($0) }.cancel()
            }
        }
    }

    private static let queue = DispatchQueue(label: "timers")
}
