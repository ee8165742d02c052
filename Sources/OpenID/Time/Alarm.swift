import Dispatch
import RequestPipeline
package import Streams

/// Calls an action once after a duration, without a thread that waits: the only timer of this package's logins.
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

/// A one-shot timer. Cancelling releases its action at once; the Dispatch timer does nothing then.
private final class Ring: Cancellable {
    private let action: CompletionOnce<Void>

    init(_ action: @escaping @Sendable () -> Void) { self.action = CompletionOnce(action) }

    func fire() { action(()) }

    func cancel() { _ = action.take() }
}
