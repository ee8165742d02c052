package import Streams

/// The outcome of an operation that usually completes immediately and otherwise calls a completion later.
package enum ImmediateOrPending<Value: Sendable, Failure: Error>: Sendable {
    /// The operation has completed with a result; its completion is not called.
    case now(Result<Value, Failure>)
    /// The operation is in progress: its completion is called exactly once, on a background thread of the SDK, and soon
    /// after the operation is cancelled.
    case later(any Cancellable)
}
