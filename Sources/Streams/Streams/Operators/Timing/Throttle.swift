import Synchronization

extension Publisher {
    /// Publishes at most one value per interval: the first value immediately, then a value at the end of each interval
    /// with new values.
    ///
    /// ![A marble diagram of throttle.](throttle)
    ///
    /// A value that is due while the subscriber demands none is dropped.
    ///
    /// A `DispatchQueue`, `OperationQueue` or `RunLoop` needs `import StreamsFoundation`, see ``Scheduler``.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let throttled = clock.publisher("abcdef|")
    ///     .throttle(for: .seconds(3), scheduler: clock, latest: true)
    /// print(clock.marbles(of: throttled))
    /// // prints a--d--(f|)
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The length of an interval in the scheduler's unit, such as `.seconds(1)`.
    ///   - scheduler: The scheduler that measures the intervals and calls the subscriber.
    ///   - latest: Whether the last value of an interval is published, or the first.
    /// - Returns: A publisher of fewer values; a value that waits when this publisher completes is still published at
    ///   the end of its interval, and the completion follows it.
    /// - Complexity: O(1) memory: one value is kept.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/throttle(for:scheduler:latest:)``.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The length of an interval.
        public let interval: Context.SchedulerTimeType.Stride
        /// The scheduler that measures the intervals and calls the subscriber.
        public let scheduler: Context
        /// Whether the last value of an interval is published, or the first.
        public let latest: Bool

        /// Creates a publisher of at most one value of `upstream` per interval; see
        /// ``Publisher/throttle(for:scheduler:latest:)``, whose parameters are the same.
        public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Attaches `subscriber`; the scheduler calls it. See ``Publisher``, whose parameters are the same.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, throttle: self))
        }
    }
}

extension Publishers.Throttle {
    /// The subscription of one subscriber, with the value that waits for the end of the interval.
    private final class Inner<Downstream: Subscriber>: SamplingSubscription<Downstream>, Subscriber,
        @unchecked Sendable  // a Mutex and immutable fields
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private struct State: Sendable {
            /// The value to publish at the end of the interval.
            var waiting: Upstream.Output?
            /// The end of the current interval.
            var end: Context.SchedulerTimeType?
            var isScheduled = false
            /// The completion that follows the waiting value.
            var completion: Subscribers.Completion<Upstream.Failure>?

            /// Keeps `value` according to `latest`; returns the moment to schedule at, or `nil` if an action is
            /// scheduled already.
            mutating func take(
                _ value: Upstream.Output, at now: Context.SchedulerTimeType, latest: Bool
            ) -> Context.SchedulerTimeType? {
                guard completion == nil else { return nil }
                if latest || waiting == nil { waiting = value }
                guard !isScheduled else { return nil }
                isScheduled = true
                if let end, now < end { return end }
                return now
            }
        }

        private let interval: Context.SchedulerTimeType.Stride
        private let scheduler: Context
        private let latest: Bool
        private let state = Mutex(State())

        init(downstream: Downstream, throttle: Publishers.Throttle<Upstream, Context>) {
            (interval, scheduler, latest) = (throttle.interval, throttle.scheduler, throttle.latest)
            super.init(downstream: downstream)
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            guard slot.isOpen else { return .none }
            let now = scheduler.now
            let (date, last) = state.withLock { state in
                let last = state.waiting
                return (state.take(input, at: now, latest: latest), last)
            }
            _ = last  // released here, outside the lock
            guard let date else { return .none }
            if date > now {
                pending.arm(on: scheduler, after: date, tolerance: scheduler.minimumTolerance, options: nil) {
                    self.due()
                }
            } else {
                pending.arm { self.due() }
                scheduler.schedule(options: nil) { [pending] in pending.run() }
            }
            return .none
        }

        /// Publishes the waiting value and starts the next interval; publishes the completion if it follows the value.
        private func due() {
            serialize { [self] in
                let next = scheduler.now.advanced(by: interval)
                let (value, completion) = state.withLock { state in
                    state.isScheduled = false
                    state.end = next
                    return (state.waiting.take(), state.completion.take())
                }
                if let value { offer(value) }
                if let completion { end(completion) }
            }
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            let follows = state.withLock { state in
                // The first completion counts.
                if state.isScheduled { state.completion = state.completion ?? completion }
                return state.isScheduled
            }
            if !follows { end(completion, on: scheduler, options: nil) }
        }

        override func discard() {
            let last = state.withLock { ($0.waiting.take(), $0.completion.take()) }
            _ = last
        }
    }
}
