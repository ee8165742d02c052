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

    func run(_ requests: Int) throws {
        if let error = floor_run(floor, requests) { throw UnexpectedAnswer(description: String(cString: error)) }
    }

    static func benchmark(_ endpoint: Listener, _ concurrency: Int) -> Benchmark {
        Benchmark(
            "transport/\(endpoint)/\(concurrency)/c", metric: .processorMicroseconds,
            plan: TransportBenchmarks.plan(concurrency)
        ) { run, fixture in
            try fixture.run(run.iterations)
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
