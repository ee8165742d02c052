package import Streams

/// The answer of something that mostly knows at once and sometimes has to find out first.
package enum ImmediateOrPending<Value: Sendable, Failure: Error>: Sendable {
    /// What it is.
    case now(Result<Value, Failure>)
    /// It is being found out: the completion that was given is called exactly once, on a background thread of the SDK,
    /// and soon when this is cancelled.
    case later(any Cancellable)
}
