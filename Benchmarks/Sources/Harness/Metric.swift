import Glibc

/// A quantity that a benchmark measures.
public struct Metric: Sendable {
    /// The unit, as it is printed after the value.
    public let unit: String
    /// The clock that is read before and after the work.
    let clock: clockid_t
    /// The number of nanoseconds in one unit.
    let nanoseconds: Double

    /// The processor time of all threads of the process, in microseconds: the cost of a request without its waiting
    /// time.
    public static let processorMicroseconds = Metric(unit: "µs", clock: CLOCK_PROCESS_CPUTIME_ID, nanoseconds: 1e3)
    /// The processor time of all threads of the process, in nanoseconds.
    public static let processorNanoseconds = Metric(unit: "ns", clock: CLOCK_PROCESS_CPUTIME_ID, nanoseconds: 1)
    /// The elapsed time in nanoseconds, for work that several threads share.
    public static let nanoseconds = Metric(unit: "ns", clock: CLOCK_MONOTONIC, nanoseconds: 1)
    /// The elapsed time in milliseconds.
    public static let milliseconds = Metric(unit: "ms", clock: CLOCK_MONOTONIC, nanoseconds: 1e6)

    /// Returns the metric of a quantity that the work measures itself and passes to ``Run/report(_:)``.
    ///
    /// - Parameter unit: The unit, as it is printed after the value.
    /// - Returns: The metric.
    public static func reported(_ unit: String) -> Metric { Metric(unit: unit, clock: CLOCK_MONOTONIC, nanoseconds: 1) }

    /// Returns the current reading of the clock in the metric's unit.
    func now() -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return (Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)) / nanoseconds
    }
}
