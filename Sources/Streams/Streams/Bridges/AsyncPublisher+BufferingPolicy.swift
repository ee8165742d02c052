extension AsyncPublisher {
    /// A policy for the values that are not read yet, of a publisher that drops values without demand.
    ///
    /// Its members have the names of `AsyncStream.Continuation.BufferingPolicy`.
    public struct BufferingPolicy: Sendable {
        /// The largest number of buffered values.
        @usableFromInline let capacity: Int
        @usableFromInline let whenFull: Publishers.BufferingStrategy<Upstream.Failure>

        private init(_ limit: Int, _ whenFull: Publishers.BufferingStrategy<Upstream.Failure>) {
            precondition(limit >= 0, "a number of values must not be negative")
            capacity = limit
            self.whenFull = whenFull
        }

        /// The policy that buffers all values, without a bound: no value is lost.
        public static var unbounded: Self { Self(.max, .dropNewest) }

        /// Returns the policy that buffers the first values, and drops a new value while the buffer is full.
        ///
        /// - Precondition: `limit` is not negative.
        /// - Parameter limit: The largest number of buffered values.
        /// - Returns: The policy.
        public static func bufferingOldest(_ limit: Int) -> Self { Self(limit, .dropNewest) }

        /// Returns the policy that buffers the last values, and drops the oldest value for a new one while the buffer
        /// is full.
        ///
        /// - Precondition: `limit` is not negative.
        /// - Parameter limit: The largest number of buffered values.
        /// - Returns: The policy.
        public static func bufferingNewest(_ limit: Int) -> Self { Self(limit, .dropOldest) }

        /// Returns the policy that makes the sequence throw a failure, after the buffered values, if a value arrives
        /// while the buffer is full; it cancels the subscription.
        ///
        /// This policy does not exist in `AsyncStream`.
        ///
        /// - Precondition: `limit` is not negative.
        /// - Parameters:
        ///   - limit: The largest number of buffered values.
        ///   - failure: A closure that returns the failure.
        /// - Returns: The policy.
        @preconcurrency
        public static func failing(
            above limit: Int, with failure: @escaping @Sendable () -> Upstream.Failure
        ) -> Self { Self(limit, .customError(failure)) }
    }
}
