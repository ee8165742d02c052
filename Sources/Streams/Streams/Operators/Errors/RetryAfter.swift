extension Publisher {
    /// Subscribes to this publisher again when it fails, after a delay that grows with each retry.
    ///
    /// ![A marble diagram of retryWithBackOff.](retryWithBackOff)
    ///
    /// This operator does not exist in Combine.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let backoff = Publishers.BackoffStrategy.exponential(from: .seconds(2), to: .seconds(60), jitter: 1...1)
    /// let retried = clock.publisher("a#").retry(2, backoff: backoff, scheduler: clock)
    /// print(clock.marbles(of: retried))
    /// // prints a--a----a#
    /// ```
    ///
    /// - Precondition: `retries` is not negative.
    /// - Parameters:
    ///   - retries: The number of retries after the first attempt; the failure after the last one is passed on.
    ///   - backoff: The strategy that determines the delay before each retry.
    ///   - scheduler: The scheduler that measures the delays and subscribes again.
    ///   - isRetryable: A closure that returns whether a failure is retried; any other failure is passed on
    ///     immediately. Every failure is retried by default.
    /// - Returns: A publisher of the values of all attempts; it ends with the completion of the last attempt.
    /// - Complexity: O(1) memory.
    @preconcurrency
    public func retry<S: Scheduler>(
        _ retries: Int, backoff: Publishers.BackoffStrategy, scheduler: S,
        where isRetryable: @escaping @Sendable (Failure) -> Bool = { _ in true }
    ) -> Publishers.RetryAfter<Self, S> {
        Publishers.RetryAfter(
            upstream: self, retries: retries, backoff: backoff, scheduler: scheduler, isRetryable: isRetryable)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/retry(_:backoff:scheduler:where:)``.
    public struct RetryAfter<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of retries after the first attempt.
        public let retries: Int
        /// The strategy that determines the delay before each retry.
        public let backoff: BackoffStrategy
        /// The scheduler that measures the delays and subscribes again.
        public let scheduler: Context
        /// A closure that returns whether a failure is retried.
        public let isRetryable: @Sendable (Upstream.Failure) -> Bool

        /// Creates a publisher that subscribes to `upstream` again when it fails, after a delay; see
        /// ``Publisher/retry(_:backoff:scheduler:where:)``, whose parameters are the same.
        ///
        /// - Precondition: `retries` is not negative.
        @preconcurrency
        public init(
            upstream: Upstream, retries: Int, backoff: BackoffStrategy, scheduler: Context,
            isRetryable: @escaping @Sendable (Upstream.Failure) -> Bool
        ) {
            precondition(retries >= 0, "retries must not be negative")
            self.upstream = upstream
            self.retries = retries
            self.backoff = backoff
            self.scheduler = scheduler
            self.isRetryable = isRetryable
        }

        /// Attaches `subscriber` to the upstream publisher, and again after each failure and its delay.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let attempts = Attempts(retries)
            upstream.receive(subscriber: subscriber, resubscribingAs: "Retry") { completion, resubscriber in
                guard case .failure(let failure) = completion, isRetryable(failure), let left = attempts.take() else {
                    return false
                }
                let date = scheduler.now.advanced(by: .seconds(backoff.seconds(before: retries - left)))
                let pause = Pause()
                resubscriber.base.arbiter.acceptFirst(pause)
                pause.pending.arm(on: scheduler, after: date, tolerance: scheduler.minimumTolerance, options: nil) {
                    resubscriber.base.arbiter.leave()
                    upstream.receive(subscriber: AnySubscriber(box: resubscriber))
                }
                return true
            }
        }
    }
}

/// The subscription that replaces the upstream subscription during a delay; cancelling it drops the next attempt.
private final class Pause: Subscription {
    let pending = PendingAction()

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { pending.disarm() }
}
