import CFloor
import Glibc
import Harness
import LocalServer

/// The same request with libcurl alone, in C; responses are discarded.
final class FloorFixture: @unchecked Sendable {  // the C handle is used by one thread at a time
    private let floor: OpaquePointer

    init(_ endpoint: Listener, _ concurrency: Int) throws {
        let message = try Message(endpoint)
        // The SDK sends no `Accept` field, which libcurl would add.
        let lines = (message.headers + ["Accept:"]).map { strdup($0) }
        defer { for line in lines { free(line) } }
        let authority = endpoint.isSecure ? try Server.authority() : nil
        let made = Self.withOptional(authority) { authority in
            message.url.withCString { url in
                message.body.withCString { body in
                    (lines.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { headers in
                        var options = floor_options()
                        options.url = url
                        options.authorities = authority
                        options.headers = headers.baseAddress
                        options.body = body
                        options.body_length = message.body.utf8.count
                        options.concurrency = Int32(concurrency)
                        options.connections = endpoint.isMultiplexed ? 4 : 256
                        return floor_new(&options)
                    }
                }
            }
        }
        guard let made else { throw UnexpectedAnswer(description: "libcurl gave no handles") }
        floor = made
    }

    deinit { floor_free(floor) }

    private typealias Work = @Sendable (OpaquePointer, Int) -> UnsafePointer<CChar>?

    private func run(_ requests: Int, _ work: Work) throws {
        if let error = work(floor, requests) { throw UnexpectedAnswer(description: String(cString: error)) }
    }

    /// The floor, and for one request at a time what the switches between threads add to it.
    static func benchmarks(_ endpoint: Listener, _ concurrency: Int) -> [Benchmark] {
        let alone = benchmark(endpoint, concurrency, "c") { floor_run($0, $1) }
        guard concurrency == 1 else { return [alone] }
        return [
            alone, benchmark(endpoint, 1, "c-one-switch") { floor_run_from_caller($0, $1) },
            benchmark(endpoint, 1, "c-two-switches") { floor_run_between_threads($0, $1) },
        ]
    }

    private static func benchmark(
        _ endpoint: Listener, _ concurrency: Int, _ variant: String, _ work: @escaping Work
    ) -> Benchmark {
        Benchmark(
            "transport/\(endpoint)/\(concurrency)/\(variant)", metric: .processorMicroseconds,
            plan: TransportBenchmarks.plan(concurrency)
        ) { run, fixture in
            try fixture.run(run.iterations, work)
        } setup: {
            try FloorFixture(endpoint, concurrency)
        }
    }

    private static func withOptional<Result>(
        _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let text else { return body(nil) }
        return text.withCString(body)
    }
}
