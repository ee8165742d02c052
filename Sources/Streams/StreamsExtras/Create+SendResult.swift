public import Streams

extension Publishers.Create.Sender {
    /// The outcome of sending a value.
    ///
    /// The first three outcomes have the names of `AsyncStream.Continuation.YieldResult`.
    public struct SendResult: Sendable, Hashable {
        private let outcome: BufferingOutcome

        init(_ outcome: BufferingOutcome) { self.outcome = outcome }

        /// The outcome that the subscriber received the value, or that the value waits until it is requested.
        ///
        /// With `.dropOldest`, a later value may still replace a waiting value.
        public static var enqueued: Self { Self(.accepted) }
        /// The outcome that there was no space: the treatment for a full buffer dropped this value, dropped the oldest
        /// waiting value in its place, or made the stream fail.
        public static var dropped: Self { Self(.full) }
        /// The outcome that the stream has ended, or that the subscriber has cancelled.
        public static var terminated: Self { Self(.closed) }
        /// The outcome that the value follows a delivery in progress, on another thread or further up the stack.
        ///
        /// Whether there is space for it is decided after that delivery.
        public static var deferred: Self { Self(.deferred) }
    }
}
