import Synchronization

extension Publisher {
    /// Publishes every value and the completion after a delay.
    ///
    /// ![A marble diagram of delay.](delay)
    ///
    /// A `DispatchQueue`, `OperationQueue` or `RunLoop` needs `import StreamsFoundation`, see ``Scheduler``.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let delayed = clock.publisher("a-b|").delay(for: .seconds(2), scheduler: clock)
    /// print(clock.marbles(of: delayed))
    /// // prints --a-b|
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The delay.
    ///   - tolerance: The additional delay that the scheduler may cause; the scheduler's minimum tolerance by default.
    ///   - scheduler: The scheduler that measures the delay and delivers the values and the completion.
    ///   - options: The scheduler's options for the delivery; `nil` by default.
    /// - Returns: A publisher of the same values in the same order. A failure is delayed like a value.
    /// - Complexity: O(*n*) memory in the number of delayed values.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher behind `delay(for:tolerance:scheduler:options:)`.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The delay.
        public let interval: Context.SchedulerTimeType.Stride
        /// The additional delay that the scheduler may cause.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// The scheduler that measures the delay and delivers the values and the completion.
        public let scheduler: Context
        /// The scheduler's options for the delivery.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher of the delayed values of `upstream`; see `delay(for:tolerance:scheduler:options:)`,
        /// whose parameters are the same.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
            scheduler: Context, options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`; it receives values and the completion on the scheduler.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, delay: self))
        }
    }
}

extension Publishers.Delay {
    /// The operator subscriber: queues every event and schedules its delivery.
    private final class Inner<Downstream: Subscriber>: TimedSubscription<Downstream>, Subscriber,
        @unchecked Sendable  // a Mutex and constants
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private enum Event: Sendable {
            case value(Input)
            case completion(Subscribers.Completion<Failure>)
        }

        private let interval: Context.SchedulerTimeType.Stride
        private let tolerance: Context.SchedulerTimeType.Stride
        private let scheduler: Context
        private let options: Context.SchedulerOptions?
        /// The delayed events with their dates, and whether an action is scheduled for the oldest.
        private struct State: Sendable {
            var events = Queue<(date: Context.SchedulerTimeType, event: Event)>()
            var isScheduled = false
        }

        private let state = Mutex(State())

        init(downstream: Downstream, delay: Publishers.Delay<Upstream, Context>) {
            (interval, tolerance) = (delay.interval, delay.tolerance)
            (scheduler, options) = (delay.scheduler, delay.options)
            super.init(downstream: downstream)
        }

        func receive(subscription: any Subscription) {
            guard slot.hold(subscription) else { return }
            begin()
            slot.start()
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            put(.value(input))
            return .none
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) { put(.completion(completion)) }

        /// Queues an event, and schedules the delivery of the oldest.
        private func put(_ event: Event) {
            guard slot.isOpen else { return }
            let date = scheduler.now.advanced(by: interval)
            let isScheduled = state.withLock { state in
                state.events.append((date, event))
                defer { state.isScheduled = true }
                return state.isScheduled
            }
            if !isScheduled { schedule(for: date) }
        }

        /// Schedules the only action that is pending at any time.
        private func schedule(for date: Context.SchedulerTimeType) {
            pending.arm(on: scheduler, after: date, tolerance: tolerance, options: options) {
                self.serialize { self.deliver(dueAt: date) }
            }
        }

        /// Delivers the events that are due, and schedules the next one; runs inside the drain loop.
        private func deliver(dueAt date: Context.SchedulerTimeType) {
            while true {
                let (event, next) = state.withLock { state -> (Event?, Context.SchedulerTimeType?) in
                    guard let first = state.events.first else {
                        state.isScheduled = false
                        return (nil, nil)
                    }
                    return first.date > date ? (nil, first.date) : (state.events.popFirst()?.event, nil)
                }
                if let next { return schedule(for: next) }
                guard let event, slot.isOpen else { return }
                switch event {
                case .value(let value): pass(value)
                case .completion(let completion): end(completion)
                }
            }
        }

        override func discard() {
            let rest = state.withLock { $0.events.removeAll() }
            _ = rest
        }
    }
}
