import Synchronization

extension Publisher {
    /// Subscribes again when this publisher fails, after a pause that grows.
    ///
    /// ![A marble diagram of retryWithBackOff.](retryWithBackOff)
    ///
    /// Not in Combine.
    ///
    /// - Parameters:
    ///   - policy: How often, after which pauses, and after which failures.
    ///   - scheduler: Who counts the pauses.
    /// - Returns: A publisher of the values of all attempts.
    public func retry<S: Scheduler>(
        _ policy: RetryPolicy<Failure>, scheduler: S
    ) -> Publishers.RetryAfter<Self, S> {
        Publishers.RetryAfter(upstream: self, policy: policy, scheduler: scheduler)
    }
}

/// How often something that failed is tried again, and when.
public struct RetryPolicy<Failure: Error>: Sendable {
    /// How often it is tried again.
    public var retries: Int
    /// The pause before the first retry, in seconds.
    public var initialDelay: Double
    /// By how much a pause is longer than the one before.
    public var factor: Double
    /// The longest pause, in seconds.
    public var maximumDelay: Double
    /// Moves a pause, so that many clients do not try again at the same moment.
    public var jitter: @Sendable (Double) -> Double
    /// Whether a failure is worth another attempt.
    public var isRetryable: @Sendable (Failure) -> Bool

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - retries: How often it is tried again.
    ///   - firstPause: The pause before the first retry, in seconds.
    ///   - factor: By how much a pause is longer than the one before.
    ///   - longestPause: The longest pause, in seconds.
    ///   - jitter: Moves a pause; by default anywhere between half of it and all of it.
    ///   - isRetryable: Whether a failure is worth another attempt.
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

    /// The pause before a retry, in seconds.
    ///
    /// - Parameter retry: Which retry, counted from 0.
    /// - Returns: The pause, never negative.
    public func pause(before retry: Int) -> Double {
        var pause = initialDelay
        for _ in 0..<retry where pause < maximumDelay { pause *= factor }
        return max(0, jitter(min(pause, maximumDelay)))
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/retry(_:scheduler:)``.
    public struct RetryAfter<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How often, after which pauses, and after which failures.
        public let policy: RetryPolicy<Upstream.Failure>
        /// Who counts the pauses.
        public let scheduler: Context

        /// Works on the values of `upstream`.
        public init(upstream: Upstream, policy: RetryPolicy<Upstream.Failure>, scheduler: Context) {
            self.upstream = upstream
            self.policy = policy
            self.scheduler = scheduler
        }

        /// Attaches `subscriber`, and again after a pause when it fails.
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

/// What stands in for upstream between two attempts, so that a cancellation lets go of the next one.
private final class Pause: Subscription {
    private let next: Mutex<(@Sendable () -> Void)?>

    init(next: @escaping @Sendable () -> Void) { self.next = Mutex(next) }

    func end() { next.withLock { $0.take() }?() }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { _ = next.withLock { $0.take() } }
}
