import Synchronization

extension Publisher {
    /// Publishes a value only after a period in which the upstream publisher published no other value.
    ///
    /// ![A marble diagram of debounce.](debounce)
    ///
    /// A value that is still pending when the upstream publisher finishes or fails is dropped, as in Combine.
    ///
    /// A `DispatchQueue`, `OperationQueue` or `RunLoop` needs `import StreamsFoundation`, see ``Scheduler``.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let debounced = clock.publisher("ab---c---|").debounce(for: .seconds(2), scheduler: clock)
    /// print(clock.marbles(of: debounced))
    /// // prints ---b---c-|
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: The period without another value that must pass.
    ///   - scheduler: The scheduler that measures the period and delivers the values and the completion.
    ///   - options: The scheduler's options for the delivery; `nil` by default.
    /// - Returns: A publisher of the last value before each pause.
    /// - Complexity: O(1) memory: only the latest value is kept.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher behind `debounce(for:scheduler:options:)`.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The period without another value that must pass.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// The scheduler that measures the period and delivers the values and the completion.
        public let scheduler: Context
        /// The scheduler's options for the delivery.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher of the values of `upstream` that no other value follows for a period; see
        /// `debounce(for:scheduler:options:)`, whose parameters are the same.
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`; it receives values and the completion on the scheduler.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, debounce: self))
        }
    }
}

extension Publishers.Debounce {
    /// The operator subscriber: demands all upstream values, keeps the latest and schedules its delivery.
    private final class Inner<Downstream: Subscriber>: SamplingSubscription<Downstream>, Subscriber,
        @unchecked Sendable  // a Mutex and constants
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        /// The pending value, and the date at which it is published; each value moves the date.
        private struct State: Sendable {
            var latest: Upstream.Output?
            var due: Context.SchedulerTimeType?
            var isScheduled = false
        }

        private let dueTime: Context.SchedulerTimeType.Stride
        private let scheduler: Context
        private let options: Context.SchedulerOptions?
        private let state = Mutex(State())

        init(downstream: Downstream, debounce: Publishers.Debounce<Upstream, Context>) {
            (dueTime, scheduler, options) = (debounce.dueTime, debounce.scheduler, debounce.options)
            super.init(downstream: downstream)
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            guard slot.isOpen else { return .none }
            let date = scheduler.now.advanced(by: dueTime)
            let (last, isScheduled) = state.withLock { state in
                defer { (state.latest, state.due, state.isScheduled) = (input, date, true) }
                return (state.latest, state.isScheduled)
            }
            _ = last  // The replaced value is released here, outside the lock.
            if !isScheduled { schedule(for: date) }
            return .none
        }

        /// Schedules the action; at most one is pending at any time.
        private func schedule(for date: Context.SchedulerTimeType) {
            pending.arm(on: scheduler, after: date, tolerance: scheduler.minimumTolerance, options: options) {
                self.check(at: date)
            }
        }

        /// Publishes the pending value if no later value has moved its date, and if there is demand.
        private func check(at date: Context.SchedulerTimeType) {
            let (value, later) = state.withLock { state -> (Upstream.Output?, Context.SchedulerTimeType?) in
                if state.latest != nil, let due = state.due, due > date { return (nil, due) }
                state.isScheduled = false
                return (state.latest.take(), nil)
            }
            if let later { schedule(for: later) }
            if let value { serialize { self.offer(value) } }
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            discard()
            end(completion, on: scheduler, options: options)
        }

        override func discard() {
            let last = state.withLock { $0.latest.take() }
            _ = last
        }
    }
}
