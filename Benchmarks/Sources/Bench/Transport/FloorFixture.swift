import CFloor
import Glibc
import Harness
import LocalServer
import Synchronization

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
                        options.connections = 256
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

    /// Sends one request after the other from a task, which is suspended until the thread of libcurl has the response.
    private func runFromTask(_ requests: Int) async throws {
        let suspended = Suspended()
        let thread = floor_thread_new(
            floor, { context in context.map { Unmanaged<Suspended>.fromOpaque($0).takeUnretainedValue().resume() } },
            Unmanaged.passUnretained(suspended).toOpaque())
        guard let thread else { throw UnexpectedAnswer(description: "no thread") }
        for _ in 0..<requests {
            await withCheckedContinuation { continuation in
                suspended.continuation.withLock { $0 = continuation }
                if floor_thread_send(thread) != nil { suspended.resume() }
            }
        }
        if let error = floor_thread_free(thread) { throw UnexpectedAnswer(description: String(cString: error)) }
    }

    /// The floor, and for one request at a time what the switches between threads add to it.
    static func benchmarks(_ endpoint: Listener, _ concurrency: Int) -> [Benchmark] {
        let alone = benchmark(endpoint, concurrency, "c") { floor_run($0, $1) }
        guard concurrency == 1 else { return [alone] }
        return [
            alone, benchmark(endpoint, 1, "c-one-switch") { floor_run_from_caller($0, $1) },
            benchmark(endpoint, 1, "c-two-switches") { floor_run_between_threads($0, $1) },
            benchmark(endpoint, 1, "c-from-task") { try await $0.runFromTask($1) },
        ]
    }

    private static func benchmark(
        _ endpoint: Listener, _ concurrency: Int, _ variant: String, _ work: @escaping Work
    ) -> Benchmark {
        benchmark(endpoint, concurrency, variant) { try $0.run($1, work) }
    }

    private static func benchmark(
        _ endpoint: Listener, _ concurrency: Int, _ variant: String,
        _ body: @escaping @Sendable (FloorFixture, Int) async throws -> Void
    ) -> Benchmark {
        Benchmark(
            "transport/\(endpoint)/\(concurrency)/\(variant)", metric: .processorMicroseconds,
            plan: TransportBenchmarks.plan(concurrency)
        ) { run, fixture in
            try await body(fixture, run.iterations)
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

/// A task that waits for a response.
private final class Suspended: Sendable {
    let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil)

    func resume() { continuation.withLock { $0.take() }?.resume() }
}
