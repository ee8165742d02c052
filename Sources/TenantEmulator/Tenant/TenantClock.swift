public import FoundationEssentials
import Synchronization

/// The time the tenant believes in: the machine's, moved by hand.
public final class TenantClock: Sendable {
    private let offset = Mutex<Duration>(.zero)

    init() {}

    /// Moves the clock forward, or back with a negative duration.
    public func advance(by duration: Duration) { offset.withLock { $0 += duration } }

    /// The tenant's time.
    public var now: Date {
        let offset = offset.withLock { $0 }.components
        return Date().addingTimeInterval(Double(offset.seconds) + Double(offset.attoseconds) / 1e18)
    }

    /// The tenant's time in whole seconds since 1970.
    var seconds: Int { Int(now.timeIntervalSince1970) }
}

extension Date {
    /// The form the service writes: UTC with milliseconds.
    var timestamp: String { formatted(ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
