public import FoundationEssentials
import Synchronization

/// The tenant's clock: the system clock with an adjustable offset.
public final class TenantClock: Sendable {
    private struct State {
        var offset = Duration.zero
        /// The system time when the clock was stopped.
        var stopped: Date?
    }

    private let state = Mutex(State())
    /// The state that a reset restores.
    private let initial = Mutex(State())

    init() {}

    /// Moves the clock.
    ///
    /// - Parameter duration: The time to move by; a negative duration moves the clock back.
    public func advance(by duration: Duration) { state.withLock { $0.offset += duration } }

    /// Stops the clock; until ``start()`` only ``advance(by:)`` moves it.
    public func stop() { state.withLock { $0.stopped = $0.stopped ?? Date() } }

    /// Starts a stopped clock again, from the time that it shows; a running clock is not changed.
    public func start() {
        state.withLock { state in
            guard let stopped = state.stopped.take() else { return }
            state.offset -= .seconds(Date().timeIntervalSince(stopped))
        }
    }

    /// Saves the current state as the reset point.
    func markStart() {
        let present = state.withLock { $0 }
        initial.withLock { $0 = present }
    }

    /// Restores the state of the reset point: usually the clock follows the system clock.
    func reset() {
        let start = initial.withLock { $0 }
        state.withLock { $0 = start }
    }

    /// The tenant's time.
    public var now: Date {
        let state = state.withLock { $0 }
        let offset = state.offset.components
        return (state.stopped ?? Date()).addingTimeInterval(Double(offset.seconds) + Double(offset.attoseconds) / 1e18)
    }

    /// The tenant's time in whole seconds since 1970.
    var seconds: Int { Int(now.timeIntervalSince1970) }
}

extension Date {
    /// The service's format: ISO 8601 in UTC with milliseconds.
    var timestamp: String { formatted(ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

extension Duration {
    /// The whole seconds from 0 to 10,000,000,000, so that no sum with a time overflows.
    var wholeSeconds: Int { Int(min(max(components.seconds, 0), 10_000_000_000)) }
}
