public import FoundationEssentials

/// What tells the time: one clock that says what day it is, and one that only ever goes forward.
///
/// Dates of tokens are compared with the first, waiting times are measured with the second, so that a clock that is set
/// back does not make anybody wait for days.
public struct TimeSource: Sendable {
    private let date: @Sendable () -> Date
    private let elapsed: @Sendable () -> Duration

    /// Makes a source of two clocks; for tests, and for machines whose clock is known to be wrong.
    ///
    /// - Parameters:
    ///   - date: Tells the date and the time of day.
    ///   - uptime: Tells how long some moment of the past is ago, and never goes back.
    public init(date: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        (self.date, elapsed) = (date, uptime)
    }

    /// The clocks of the machine.
    public static let system = {
        let start = ContinuousClock.now
        return TimeSource(date: { Date() }, uptime: { start.duration(to: .now) })
    }()

    /// The date and the time of day.
    public var now: Date { date() }

    /// Time that only ever grows.
    public var uptime: Duration { elapsed() }

    /// Whole seconds since 1970, brought to the years 1 to 9999: no arithmetic with claims can overflow.
    package var secondsSince1970: Int {
        let seconds = now.timeIntervalSince1970
        guard seconds.isFinite else { return 0 }
        return Int(min(max(seconds.rounded(.down), -62_135_596_800), 253_402_300_799))
    }
}
