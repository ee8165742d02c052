import Synchronization

extension Publisher {
    /// Publishes every value and the completion after a delay.
    ///
    /// ![A marble diagram of delay.](delay)
    ///
    /// `DispatchQueue` and `OperationQueue` conform to ``Scheduler``, and a `RunLoop` is accepted too, after
    /// `import StreamsFoundation`. Without that import the compiler reports that `DispatchQueue` does not conform to
    /// `Scheduler`.
    ///
    /// - Parameters:
    ///   - interval: The delay.
    ///   - tolerance: The time by which the scheduler may deliver later than that; the scheduler's minimum tolerance by
    ///     default.
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
        /// The time by which the scheduler may deliver later than that.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// The scheduler that measures the delay and delivers the values and the completion.
        public let scheduler: Context
        /// The scheduler's options for the delivery.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher of the delayed values of `upstream`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - interval: The delay.
        ///   - tolerance: The time by which the scheduler may deliver later than that.
        ///   - scheduler: The scheduler that measures the delay and delivers the values and the completion.
        ///   - options: The scheduler's options for the delivery.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
            scheduler: Context, options: Context.SchedulerOptions?
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
        /// The delayed events: each scheduled action delivers the oldest, so a concurrent scheduler keeps the order.
        private let queue = Mutex(Queue<Event>())

        init(downstream: Downstream, delay: Publishers.Delay<Upstream, Context>) {
            (interval, tolerance) = (delay.interval, delay.tolerance)
            (scheduler, options) = (delay.scheduler, delay.options)
            super.init(downstream: downstream)
        }

        func receive(subscription: any Subscription) {
            guard let early = slot.accept(subscription) else { return }
            begin()
            if early > .none { subscription.request(early) }
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            put(.value(input))
            return .none
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) { put(.completion(completion)) }

        /// Queues an event and schedules one delivery.
        private func put(_ event: Event) {
            guard slot.isOpen else { return }
            queue.withLock { $0.append(event) }
            let date = scheduler.now.advanced(by: interval)
            scheduler.schedule(after: date, tolerance: tolerance, options: options) {
                self.serialize { self.pass() }
            }
        }

        /// Delivers the oldest event; runs inside the drain loop.
        private func pass() {
            guard let event = queue.withLock({ $0.popFirst() }), slot.isOpen else { return }
            switch event {
            case .value(let value):
                let demand = give(value)
                if demand > .none { slot.request(demand) }
            case .completion(let completion):
                if slot.end() { finish(completion) }
            }
        }

        override func discard() {
            let rest = queue.withLock { $0.removeAll() }
            _ = rest
        }

        override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
    }
}
