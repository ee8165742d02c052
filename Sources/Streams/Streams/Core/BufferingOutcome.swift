/// The outcome of passing a value to a ``BufferedSubscription``.
@usableFromInline
package enum BufferingOutcome: Sendable {
    /// The subscriber received the value, or the buffer stores it.
    case accepted
    /// The buffer was full, so the overflow rule was applied.
    case full
    /// The stream has ended, or the subscriber has cancelled.
    case closed
    /// The value waits in the drain loop; its owner decides.
    case deferred
}
