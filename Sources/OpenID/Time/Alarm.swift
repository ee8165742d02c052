import Dispatch
package import Streams
import Synchronization

/// Wakes somebody after a while, without a thread that waits.
package struct Alarm: Sendable {
    private let ring: @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable

    /// Makes an alarm; for tests.
    ///
    /// - Parameter ring: Calls an action once, from any thread, when a duration is over.
    package init(_ ring: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable) {
        self.ring = ring
    }

    /// The machine's.
    package static let system = Alarm { delay, action in
        let ring = Ring(action)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { ring.fire() }
        return ring
    }

    /// Calls `action` once when `delay` is over, unless it is cancelled before.
    package func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        ring(delay, action)
    }
}

/// One ring. When it is cancelled its action is let go of at once, and the timer fires into the void.
private final class Ring: Cancellable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    func fire() { take()?() }

    func cancel() { _ = take() }

    private func take() -> (@Sendable () -> Void)? { action.withLock { $0.take() } }
}
