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
    private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        private let downstream: Downstream
        private let delay: Publishers.Delay<Upstream, Context>
        private let link = Link()
        /// What is on its way, in order: a scheduler that runs actions side by side must not change it.
        private let line = Mutex(Line<Result<Upstream.Output, Stop>>())
        private let turn = Turn<Void>()

        /// The end, in the line.
        private struct Stop: Error {
            let completion: Subscribers.Completion<Upstream.Failure>
        }

        var description: String { operatorName(of: Self.self) }

        init(downstream: Downstream, delay: Publishers.Delay<Upstream, Context>) {
            self.downstream = downstream
            self.delay = delay
        }

        func receive(subscription: any Subscription) {
            guard let early = link.accept(subscription) else { return }
            downstream.receive(subscription: self)
            if early > .none { subscription.request(early) }
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            put(.success(input))
            return .none
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            put(.failure(Stop(completion: completion)))
        }

        private func put(_ event: Result<Upstream.Output, Stop>) {
            guard link.isOpen else { return }
            line.withLock { $0.append(event) }
            let date = delay.scheduler.now.advanced(by: delay.interval)
            delay.scheduler.schedule(after: date, tolerance: delay.tolerance, options: delay.options) {
                guard self.turn.enter(or: ()) else { return }
                self.pass()
                self.turn.leave { self.pass() }
            }
        }

        private func pass() {
            guard let event = line.withLock({ $0.popFirst() }), link.isOpen else { return }
            switch event {
            case .success(let value):
                let demand = downstream.receive(value)
                if demand > .none { link.request(demand) }
            case .failure(let stop):
                if link.end() { downstream.receive(completion: stop.completion) }
            }
        }

        func request(_ demand: Subscribers.Demand) { link.request(demand) }

        func cancel() {
            link.cancel()
            _ = line.withLock { $0.removeAll() }
        }

        var dropsWithoutDemand: Bool { link.dropsWithoutDemand }
    }
}
