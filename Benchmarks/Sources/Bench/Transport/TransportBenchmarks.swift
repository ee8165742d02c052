import Harness
import LocalServer

/// Requests in sequence or in parallel: `transport/<listener>/<in flight>/<variant>`.
enum TransportBenchmarks {
    static let all: [Benchmark] =
        [Listener.h1, .tls].flatMap { endpoint in
            [1, 16, 256].flatMap { concurrency in
                SDKFixture.benchmarks(endpoint, concurrency) + FloorFixture.benchmarks(endpoint, concurrency)
                    + [URLSessionFixture.benchmark(endpoint, concurrency)]
            }
        } + [newConnection]

    /// A new connection with a full handshake for each request.
    private static let newConnection = Benchmark(
        "transport/new-tls-connection/ours", metric: .processorMicroseconds,
        plan: .scaled(warmUp: 20, counted: 100)
    ) { run, fixture in
        try fixture.callback(run.iterations)
    } setup: {
        try SDKFixture(.closing, 1)
    }

    static let ratios = [
        Ratio("callback", to: "c", in: "transport/", goal: "at most 1.35"),
        Ratio("async", to: "c", in: "transport/", goal: "at most 1.6"),
        Ratio("publisher", to: "c", in: "transport/", goal: "at most 1.6"),
        Ratio("c-two-switches", to: "c", in: "transport/", goal: "the switches between threads alone"),
        Ratio("c-from-task", to: "c", in: "transport/", goal: "a task that waits for libcurl in C"),
        Ratio("async", to: "c-from-task", in: "transport/", goal: "what the SDK adds to such a task"),
        Ratio("urlsession", to: "callback", in: "transport/h1", goal: "at least 7"),
        Ratio("urlsession", to: "callback", in: "transport/tls", goal: "at least 5"),
    ]

    /// Returns the measurement plan for a number of requests in flight.
    static func plan(_ concurrency: Int) -> Benchmark.Plan {
        .scaled(warmUp: max(200, 4 * concurrency), counted: max(200, 4 * concurrency))
    }
}

/// An error for a response that differs from the expected one.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String
}
