import Dispatch
import Synchronization

/// A serial queue, created for the first callback.
final class CallbackQueue: Sendable {
    private let made = Mutex<DispatchQueue?>(nil)

    /// Runs callbacks on the queue, one after the other.
    var context: @Sendable (@escaping @Sendable () -> Void) -> Void {
        let queue = made.withLock { made in
            let queue = made ?? DispatchQueue(label: "ReachFive.LoginFuture")
            made = queue
            return queue
        }
        return { queue.async(execute: $0) }
    }
}
