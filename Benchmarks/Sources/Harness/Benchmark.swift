/// One line of the report: a name, what to prepare and what to measure.
///
/// ```swift
/// Benchmark("jose/verify/RS256") { run, fixture in
///     for _ in run.scaledIterations { blackHole(try fixture.verify()) }
/// } setup: {
///     try Fixture.signedToken("RS256")
/// }
/// ```
public struct Benchmark: Sendable {
    /// How often and how long to measure.
    public struct Plan: Sendable {
        /// How many times the measurement is repeated in one process; its value is the median.
        let rounds: Int
        /// How many iterations a round has; `nil` finds the number that fills a round.
        let iterations: Int?
        /// Iterations to run before anything is measured.
        let warmUp: Int
        /// How many iterations are enough to count allocations, and instructions.
        let counted: Int
        /// Whether allocations and instructions of this process say anything about what is measured.
        let countsAllocations: Bool

        /// Rounds of a seventh of a second.
        public static func scaled(warmUp: Int = 100, counted: Int = 200) -> Plan {
            Plan(rounds: 5, iterations: nil, warmUp: warmUp, counted: counted, countsAllocations: true)
        }

        /// One iteration a round, for work in another process.
        public static func launches(_ rounds: Int) -> Plan {
            Plan(rounds: rounds, iterations: 1, warmUp: 2, counted: 0, countsAllocations: false)
        }
    }

    typealias Body = (Run) async throws -> Void

    /// `room/behaviour/variant`.
    public let name: String
    let metric: Metric
    let plan: Plan
    let prepare: @Sendable () async throws -> Body

    /// Describes a benchmark; nothing runs before it is measured, and then in a process of its own.
    ///
    /// - Parameters:
    ///   - name: `room/behaviour/variant`.
    ///   - metric: What the value counts.
    ///   - plan: How often and how long to measure.
    ///   - body: Does the work `run.iterations` times.
    ///   - setup: Makes what the work needs; not measured.
    public init<Fixture>(
        _ name: String, metric: Metric = .processorNanoseconds, plan: Plan = .scaled(),
        body: @escaping @Sendable (Run, Fixture) async throws -> Void,
        setup: @escaping @Sendable () async throws -> Fixture
    ) {
        self.name = name
        self.metric = metric
        self.plan = plan
        prepare = {
            let fixture = try await setup()
            return { run in try await body(run, fixture) }
        }
    }
}

/// One round of a benchmark.
public final class Run {
    /// How many times to do the work.
    public let iterations: Int
    private let metric: Metric
    private var paused = 0.0
    private var pausedAt: Double?

    init(iterations: Int, metric: Metric) { (self.iterations, self.metric) = (iterations, metric) }

    /// To loop over.
    public var scaledIterations: Range<Int> { 0..<iterations }

    /// Stops counting time until the round ends or ``resume()``.
    public func pause() { pausedAt = pausedAt ?? metric.now() }

    /// Counts time again.
    public func resume() {
        guard let since = pausedAt else { return }
        paused += metric.now() - since
        pausedAt = nil
    }

    /// The time that `body` took, without pauses, for one iteration.
    func time(_ body: Benchmark.Body) async throws -> Double {
        let start = metric.now()
        try await body(self)
        resume()
        return (metric.now() - start - paused) / Double(max(iterations, 1))
    }
}

/// Uses a value, so that the compiler cannot leave out what made it.
@inline(never) @_optimize(none)
public func blackHole<Value>(_ value: Value) {}

/// Why a benchmark cannot run here.
public struct Skipped: Error, CustomStringConvertible {
    /// The reason, for people.
    public let description: String

    /// Gives the reason.
    public init(_ reason: String) { description = reason }
}
