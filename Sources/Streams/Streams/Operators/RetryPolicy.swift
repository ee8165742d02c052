import Synchronization

extension Publisher {
    /// Subscribes to this publisher again when it fails, after a delay that grows with each retry.
    ///
    /// ![A marble diagram of retryWithBackOff.](retryWithBackOff)
    ///
    /// This operator does not exist in Combine.
    ///
    /// - Parameters:
    ///   - policy: The number of retries, the delays between them, and the failures that are retried.
    ///   - scheduler: The scheduler that measures the delays and subscribes again.
    /// - Returns: A publisher of the values of all attempts; it ends with the completion of the last attempt.
    /// - Complexity: O(1) memory.
    public func retry<S: Scheduler>(
        _ policy: RetryPolicy<Failure>, scheduler: S
    ) -> Publishers.RetryAfter<Self, S> {
        Publishers.RetryAfter(upstream: self, policy: policy, scheduler: scheduler)
    }
}

/// The number of retries after a failure, the delays between them, and the failures that are retried.
public struct RetryPolicy<Failure: Error>: Sendable {
    /// The number of retries after the first attempt.
    public var retries: Int
    /// The delay before the first retry, in seconds.
    public var initialDelay: Double
    /// The factor by which each delay exceeds the previous one.
    public var factor: Double
    /// The longest delay, in seconds.
    public var maximumDelay: Double
    /// The closure that varies a delay in seconds, so that many clients do not retry at the same moment.
    public var jitter: @Sendable (Double) -> Double
    /// The closure that decides whether a failure is retried; `false` passes the failure on.
    public var isRetryable: @Sendable (Failure) -> Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - retries: The number of retries after the first attempt.
    ///   - initialDelay: The delay before the first retry, in seconds; 0.5 by default.
    ///   - factor: The factor by which each delay exceeds the previous one; 2 by default.
    ///   - maximumDelay: The longest delay, in seconds; 30 by default.
    ///   - jitter: The closure that varies a delay in seconds; by default it returns a random value between half of the
    ///     delay and all of it.
    ///   - isRetryable: The closure that decides whether a failure is retried; every failure by default.
    @preconcurrency
    public init(
        retries: Int, initialDelay: Double = 0.5, factor: Double = 2, maximumDelay: Double = 30,
        jitter: @escaping @Sendable (Double) -> Double = { $0 * Double.random(in: 0.5...1) },
        isRetryable: @escaping @Sendable (Failure) -> Bool = { _ in true }
    ) {
        self.retries = retries
        self.initialDelay = initialDelay
        self.factor = factor
        self.maximumDelay = maximumDelay
        self.jitter = jitter
        self.isRetryable = isRetryable
    }

    /// Returns the delay before a retry, in seconds.
    ///
    /// - Parameter retry: The index of the retry, counted from 0.
    /// - Returns: The delay in seconds, with jitter; never negative.
    /// - Complexity: O(`retry`).
    public func pause(before retry: Int) -> Double {
        var pause = initialDelay
        for _ in 0..<retry where pause < maximumDelay { pause *= factor }
        return max(0, jitter(min(pause, maximumDelay)))
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/retry(_:scheduler:)``.
    public struct RetryAfter<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of retries, the delays between them, and the failures that are retried.
        public let policy: RetryPolicy<Upstream.Failure>
        /// The scheduler that measures the delays and subscribes again.
        public let scheduler: Context

        /// Creates a publisher that subscribes to `upstream` again when it fails, after a delay.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - policy: The number of retries, the delays between them, and the failures that are retried.
        ///   - scheduler: The scheduler that measures the delays and subscribes again.
        public init(upstream: Upstream, policy: RetryPolicy<Upstream.Failure>, scheduler: Context) {
            self.upstream = upstream
            self.policy = policy
            self.scheduler = scheduler
        }

        /// Attaches `subscriber` to the upstream publisher, and again after each failure and its delay.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, policy, scheduler) = (upstream, policy, scheduler)
            let attempts = Attempts(policy.retries)
            upstream.receive(
                subscriber: ResubscribingSubscriber("Retry", downstream: subscriber) { completion, succession in
                    guard case .failure(let failure) = completion, policy.isRetryable(failure),
                        let left = attempts.take()
                    else { return false }
                    let seconds = policy.pause(before: policy.retries - left)
                    let date = scheduler.now.advanced(by: .seconds(seconds))
                    let pause = Pause {
                        succession.base.arbiter.leave()
                        upstream.receive(subscriber: succession)
                    }
                    succession.base.arbiter.accept(pause)
                    scheduler.schedule(after: date) { pause.end() }
                    return true
                })
        }
    }
}

/// The subscription in place of upstream's during a delay; cancelling it drops the next attempt.
private final class Pause: Subscription {
    private let next: Mutex<(@Sendable () -> Void)?>

    init(next: @escaping @Sendable () -> Void) { self.next = Mutex(next) }

    func end() { next.withLock { $0.take() }?() }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { _ = next.withLock { $0.take() } }
}
