import Synchronization

extension Publisher {
    /// Passes everything on after some time.
    ///
    /// ![A marble diagram of delay.](delay)
    ///
    /// - Parameters:
    ///   - interval: How much later.
    ///   - tolerance: By how much it may be late besides.
    ///   - scheduler: Who counts the time.
    ///   - options: How the calls downstream are to run.
    /// - Returns: A publisher of the same values.
    /// - Complexity: O(*n*) memory in the number of values on their way.
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
    /// The publisher behind `delay`.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How much later values go on.
        public let interval: Context.SchedulerTimeType.Stride
        /// By how much it may be late besides.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// Who counts the time.
        public let scheduler: Context
        /// How the calls downstream run.
        public let options: Context.SchedulerOptions?

        /// Works on the values of `upstream`.
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

        /// Attaches `subscriber`; the calls downstream come from the scheduler.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, delay: self))
        }
    }
}

extension Publishers.Delay {
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
        /// What is on its way, in order: a scheduler that runs actions side by side must not change it.
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

        private func put(_ event: Event) {
            guard slot.isOpen else { return }
            queue.withLock { $0.append(event) }
            let date = scheduler.now.advanced(by: interval)
            scheduler.schedule(after: date, tolerance: tolerance, options: options) {
                self.inTurn { self.pass() }
            }
        }

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
