import Harness
import Loopback

/// One request after another, or many at a time, until all are answered: `transport/<way>/<in flight>/<variant>`.
enum Transport {
    static let variants = ["c", "urlsession"]

    static let benchmarks: [Benchmark] = [Endpoint.h1, .tls, .h2].flatMap { endpoint in
        [1, 16, 256].flatMap { concurrency in
            [
                FloorFixture.benchmark(endpoint, concurrency),
                URLSessionFixture.benchmark(endpoint, concurrency),
            ]
        }
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
