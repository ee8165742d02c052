import Glibc

/// What the value of a benchmark counts.
public struct Metric: Sendable {
    /// How it is written behind the value.
    public let unit: String
    /// The clock that is read before and after.
    let clock: clockid_t
    /// Nanoseconds of the clock in one of the unit.
    let nanoseconds: Double

    /// Processor time of all threads of the process, in microseconds: what a request costs, however long it waits.
    public static let processorMicroseconds = Metric(unit: "µs", clock: CLOCK_PROCESS_CPUTIME_ID, nanoseconds: 1e3)
    /// Processor time of all threads of the process, in nanoseconds.
    public static let processorNanoseconds = Metric(unit: "ns", clock: CLOCK_PROCESS_CPUTIME_ID, nanoseconds: 1)
    /// Time on the wall, in nanoseconds; for work that several threads share.
    public static let nanoseconds = Metric(unit: "ns", clock: CLOCK_MONOTONIC, nanoseconds: 1)
    /// Time on the wall, in milliseconds.
    public static let milliseconds = Metric(unit: "ms", clock: CLOCK_MONOTONIC, nanoseconds: 1e6)

    /// What the clock says, in the unit.
    func now() -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return (Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)) / nanoseconds
    }
}
