package import Dispatch
package import Streams

/// Something under way that completes exactly once and can be cancelled: what all three styles start.
///
/// Requests are the first kind; logins and stored credentials are others. A style is written once, here in `Deliver`.
package struct Operation<Value: Sendable, Failure: Error>: Sendable {
    /// Is called with the result, exactly once.
    package typealias Completion = @Sendable (Result<Value, Failure>) -> Void

    /// Starts the work.
    let begin: @Sendable (_ completion: @escaping Completion) -> any Cancellable
    /// Where callbacks and subscribers are called; `nil` is a background thread of the SDK.
    let queue: DispatchQueue?
    /// Whether `begin` calls its completion on a background thread that anybody's code may block.
    let toleratesBlocking: Bool

    /// Makes an operation of what starts it.
    package init(
        on queue: DispatchQueue?, toleratesBlocking: Bool,
        begin: @escaping @Sendable (@escaping Completion) -> any Cancellable
    ) {
        self.begin = begin
        self.queue = queue
        self.toleratesBlocking = toleratesBlocking
    }

    /// Whether results are delivered on the very thread on which they arrive.
    var deliversInPlace: Bool { queue == nil && toleratesBlocking }

    /// Calls `delivery` where the results of this operation arrive.
    func deliver(_ delivery: @escaping @Sendable () -> Void) {
        if let queue {
            queue.async(execute: delivery)
        } else if deliversInPlace {
            delivery()
        } else {
            DeliveryQueue.background.deliver(delivery)
        }
    }
}
