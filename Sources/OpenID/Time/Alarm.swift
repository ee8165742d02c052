import Dispatch
import RequestPipeline
package import Streams

/// A timer that calls an action once after a duration, without a waiting thread: the only timer of this package's
/// logins.
package struct Alarm: Sendable {
    /// Calls an action once, on any thread; the returned handle cancels the call and releases the action.
    package let after: @Sendable (_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable

    /// Creates an alarm, for tests, from a closure that calls an action once after a duration.
    package init(_ after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable) {
        self.after = after
    }

    /// The alarm of the system, on a global Dispatch queue.
    package static let system = Alarm { delay, action in
        // Cancelling releases the action immediately; the Dispatch timer has no further effect.
        let once = CompletionOnce<Void>(action)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { once(()) }
        return ClosureCancellable { _ = once.take() }
    }
}
