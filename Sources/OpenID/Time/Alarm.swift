import Dispatch
import RequestPipeline
package import Streams

/// A timer that calls an action once after a duration, without a waiting thread: the only timer of this package's
/// logins.
package struct Alarm: Sendable {
    private let ring: @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable

    /// Creates an alarm, for tests.
    ///
    /// - Parameter ring: Calls an action once, from any thread, after a duration.
    package init(_ ring: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable) {
        self.ring = ring
    }

    /// The alarm of the system, on a global Dispatch queue.
    package static let system = Alarm { delay, action in
        let ring = Ring(action)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { ring.fire() }
        return ring
    }

    /// Calls an action once.
    ///
    /// - Parameters:
    ///   - delay: The duration.
    ///   - action: Called on any thread.
    /// - Returns: A handle that cancels the call, and releases `action`.
    package func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        ring(delay, action)
    }
}

/// A one-shot timer. Cancelling releases its action immediately; the Dispatch timer has no further effect.
private final class Ring: Cancellable {
    private let action: CompletionOnce<Void>

    init(_ action: @escaping @Sendable () -> Void) { self.action = CompletionOnce(action) }

    func fire() { action(()) }

    func cancel() { _ = action.take() }
}
