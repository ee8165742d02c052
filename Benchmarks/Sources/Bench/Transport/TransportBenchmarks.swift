import Harness
import LocalServer

/// One request after another, or many at a time, until all are answered: `transport/<way>/<in flight>/<variant>`.
enum TransportBenchmarks {
    static let all: [Benchmark] =
        [Listener.h1, .tls, .h2].flatMap { endpoint in
            [1, 16, 256].flatMap { concurrency in
                SDKFixture.benchmarks(endpoint, concurrency) + [
                    FloorFixture.benchmark(endpoint, concurrency),
                    URLSessionFixture.benchmark(endpoint, concurrency),
                ]
            }
        } + [newConnection]

    /// A connection for each request, a whole handshake for each connection.
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
        Ratio("urlsession", to: "callback", in: "transport/h1", goal: "at least 7"),
        Ratio("urlsession", to: "callback", in: "transport/tls", goal: "at least 5"),
        Ratio("urlsession", to: "callback", in: "transport/h2", goal: "at least 3.5"),
    ]

    /// How often to measure with so many requests in flight.
    static func plan(_ concurrency: Int) -> Benchmark.Plan {
        .scaled(warmUp: max(200, 4 * concurrency), counted: max(200, 4 * concurrency))
    }
}

/// An answer that is not the expected one.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String
}
