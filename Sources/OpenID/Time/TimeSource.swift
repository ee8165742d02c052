public import FoundationEssentials

/// A source of the time: the date, and a monotonic clock.
///
/// Dates of tokens are compared with the date, and durations are measured with the monotonic clock, so that setting the
/// date back does not prolong a wait.
public struct TimeSource: Sendable {
    private let date: @Sendable () -> Date
    private let elapsed: @Sendable () -> Duration

    /// Creates a source from two clocks, for tests and for machines whose clock is known to be wrong.
    ///
    /// - Parameters:
    ///   - date: Returns the date and the time of day.
    ///   - uptime: Returns the time since a fixed moment; it never decreases.
    public init(date: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        (self.date, elapsed) = (date, uptime)
    }

    /// The clocks of the system; one value for the whole process.
    public static let system = {
        let start = ContinuousClock.now
        return TimeSource(date: { Date() }, uptime: { start.duration(to: .now) })
    }()

    /// The date and the time of day.
    public var now: Date { date() }

    /// The time since a fixed moment: a monotonic clock.
    public var uptime: Duration { elapsed() }

    /// The seconds since 1970, limited to the years 1 to 9999, so that arithmetic with claims cannot overflow.
    package var secondsSince1970: Int { now.clampedSeconds }
}

extension Date {
    /// The whole seconds since 1970, limited to the years 1 to 9999; 0 for a date without a finite value.
    var clampedSeconds: Int {
        guard timeIntervalSince1970.isFinite else { return 0 }
        return Int(min(max(timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799))
    }
}
