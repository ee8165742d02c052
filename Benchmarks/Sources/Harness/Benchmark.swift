/// A benchmark: one line of the report, with a name, a setup and the measured work.
///
/// ```swift
/// Benchmark("jose/verify/RS256") { run, fixture in
///     for _ in run.scaledIterations { blackHole(try fixture.verify()) }
/// } setup: {
///     try Fixture.signedToken("RS256")
/// }
/// ```
public struct Benchmark: Sendable {
    /// The number and the length of the measurements.
    public struct Plan: Sendable {
        /// The number of measurements in one process; the reported value is their median.
        let rounds: Int
        /// The number of iterations of a round; `nil` chooses a number that takes a seventh of a second.
        let iterations: Int?
        /// The number of iterations before the first measurement.
        let warmUp: Int
        /// The number of iterations that suffices to count allocations and instructions.
        let counted: Int
        /// Whether the work runs in this process, so that its allocations and instructions can be counted.
        let countsAllocations: Bool

        /// Returns a plan of five rounds of a seventh of a second.
        ///
        /// - Parameters:
        ///   - warmUp: The number of iterations before the first measurement; 100 by default.
        ///   - counted: The number of iterations for counting allocations and instructions; 200 by default.
        /// - Returns: The plan.
        public static func scaled(warmUp: Int = 100, counted: Int = 200) -> Plan {
            Plan(rounds: 5, iterations: nil, warmUp: warmUp, counted: counted, countsAllocations: true)
        }

        /// Returns a plan of one iteration for each round without a warm-up, for work of several seconds.
        ///
        /// - Parameter rounds: The number of rounds.
        /// - Returns: The plan.
        public static func bursts(_ rounds: Int) -> Plan {
            Plan(rounds: rounds, iterations: 1, warmUp: 0, counted: 0, countsAllocations: false)
        }

        /// Returns a plan of one iteration for each round, for work in another process.
        ///
        /// - Parameter rounds: The number of rounds.
        /// - Returns: The plan.
        public static func launches(_ rounds: Int) -> Plan {
            Plan(rounds: rounds, iterations: 1, warmUp: 2, counted: 0, countsAllocations: false)
        }
    }

    typealias Body = (Run) async throws -> Void

    /// The name: `group/behaviour/variant`.
    public let name: String
    let metric: Metric
    let plan: Plan
    let prepare: @Sendable () async throws -> Body

    /// Creates a benchmark, which runs in a process of its own.
    ///
    /// - Parameters:
    ///   - name: The name: `group/behaviour/variant`.
    ///   - metric: The measured quantity; processor time in nanoseconds by default.
    ///   - plan: The number and the length of the measurements.
    ///   - body: The closure that does the work `run.iterations` times.
    ///   - setup: The closure that creates the fixture of the work; it is not measured.
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
    /// The number of times to do the work.
    public let iterations: Int
    private let metric: Metric
    private var paused = 0.0
    private var pausedAt: Double?
    private var reported: Double?

    init(iterations: Int, metric: Metric) { (self.iterations, self.metric) = (iterations, metric) }

    /// The range to iterate over.
    public var scaledIterations: Range<Int> { 0..<iterations }

    /// Stops the clock until the round ends or ``resume()`` is called.
    public func pause() { pausedAt = pausedAt ?? metric.now() }

    /// Restarts the clock.
    public func resume() {
        guard let since = pausedAt else { return }
        paused += metric.now() - since
        pausedAt = nil
    }

    /// Reports the quantity that the work has measured itself, in place of the time.
    ///
    /// - Parameter value: The quantity, in the unit of ``Metric/reported(_:)``.
    public func report(_ value: Double) { reported = value }

    /// Returns the time of `body` for each iteration, without the pauses, or what it has reported.
    func time(_ body: Benchmark.Body) async throws -> Double {
        let start = metric.now()
        try await body(self)
        if let reported { return reported }
        resume()
        return (metric.now() - start - paused) / Double(max(iterations, 1))
    }
}

/// Uses a value, so that the compiler cannot remove the code that computes it.
///
/// - Parameter value: The value.
@inline(never) @_optimize(none)
public func blackHole<Value>(_ value: Value) {}

/// An error that says why a benchmark cannot run on this machine.
public struct Skipped: Error, CustomStringConvertible {
    /// The reason, for the report.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter reason: The reason, for the report.
    public init(_ reason: String) { description = reason }
}

/// An error that says what went wrong in a benchmark; the run fails.
public struct Failed: Error, CustomStringConvertible {
    /// The reason, for the report.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter reason: The reason, for the report.
    public init(_ reason: String) { description = reason }
}
