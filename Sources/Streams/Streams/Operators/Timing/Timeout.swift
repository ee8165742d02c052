extension Publisher {
    /// Ends the stream if no value is published within an interval after the subscription or the previous value.
    ///
    /// ![A marble diagram of timeout.](timeout)
    ///
    /// A `DispatchQueue`, `OperationQueue` or `RunLoop` needs `import StreamsFoundation`, see ``Scheduler``.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let timed = clock.publisher("a-b-----c|").timeout(.seconds(3), scheduler: clock)
    /// print(clock.marbles(of: timed))
    /// // prints a-b--|
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The longest time between two values in the scheduler's unit, such as `.seconds(30)`.
    ///   - scheduler: The scheduler that measures the interval and calls the subscriber.
    ///   - options: The scheduler's options for each action; `nil` uses its defaults.
    ///   - customError: The closure that returns the failure of a timeout; `nil` finishes the stream instead.
    /// - Returns: A publisher of the same values; it ends with this publisher's completion, or cancels it and ends at a
    ///   timeout.
    /// - Complexity: O(1) per value.
    @preconcurrency
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/timeout(_:scheduler:options:customError:)``.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The longest time between two values.
        public let interval: Context.SchedulerTimeType.Stride
        /// The scheduler that measures the interval and calls the subscriber.
        public let scheduler: Context
        /// The scheduler's options for each action; `nil` uses its defaults.
        public let options: Context.SchedulerOptions?
        /// The closure that returns the failure of a timeout; `nil` finishes the stream instead.
        public let customError: (@Sendable () -> Upstream.Failure)?

        /// Creates a publisher of the values of `upstream` that ends when no value is published in time; see
        /// ``Publisher/timeout(_:scheduler:options:customError:)``, whose parameters are the same.
        @preconcurrency
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (@Sendable () -> Upstream.Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.customError = customError
        }

        /// Attaches `subscriber`; the scheduler calls it. See ``Publisher``, whose parameters are the same.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(on: scheduler, options: options).receive(
                subscriber: Inner(downstream: subscriber, timeout: self))
        }
    }
}

extension Publishers.Timeout {
    /// The subscription of one subscriber, with its deadline.
    private final class Inner<Downstream: Subscriber>: TimedSubscription<Downstream>, Subscriber,
        @unchecked Sendable  // only the thread inside `serialize` accesses `customError`, and `date` after `begin`
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private let interval: Context.SchedulerTimeType.Stride
        private let scheduler: Context
        private let options: Context.SchedulerOptions?
        @exclusivity(unchecked) private var customError: (@Sendable () -> Upstream.Failure)?
        /// The date of the timeout; each value moves it.
        @exclusivity(unchecked) private var date: Context.SchedulerTimeType

        init(downstream: Downstream, timeout: Publishers.Timeout<Upstream, Context>) {
            (interval, scheduler, options) = (timeout.interval, timeout.scheduler, timeout.options)
            customError = timeout.customError
            date = timeout.scheduler.now
            super.init(downstream: downstream)
        }

        func receive(subscription: any Subscription) {
            guard slot.hold(subscription) else { return }
            let first = scheduler.now.advanced(by: interval)
            date = first
            begin()
            schedule(for: first)
            slot.start()
        }

        /// Schedules the only action that is pending at any time.
        ///
        /// Values move `date` instead of scheduling separate actions, and the action does not retain the subscription.
        private func schedule(for date: Context.SchedulerTimeType) {
            pending.arm(on: scheduler, after: date, tolerance: scheduler.minimumTolerance, options: options) {
                [weak self] in
                guard let self, slot.isOpen else { return }
                serialize { self.check(at: date) }
            }
        }

        /// Ends the stream if no value has moved `date` since the action was scheduled for `scheduled`.
        private func check(at scheduled: Context.SchedulerTimeType) {
            guard slot.isOpen else { return }
            if date > scheduled { return schedule(for: date) }
            if slot.cancel() { finish(customError.map { .failure($0()) } ?? .finished) }
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            serialize { [self] in
                guard slot.isOpen else { return }
                date = scheduler.now.advanced(by: interval)
                pass(input)
            }
            return .none
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            serialize { self.end(completion) }
        }

        override func discard() { customError = nil }
    }
}
