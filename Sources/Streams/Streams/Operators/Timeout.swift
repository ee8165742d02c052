import Synchronization

extension Publisher {
    /// Ends when no value has come for some time.
    ///
    /// ![A marble diagram of timeout.](timeout)
    ///
    /// - Parameters:
    ///   - interval: How long it may take to the next value.
    ///   - scheduler: Who counts the time.
    ///   - options: How the calls downstream are to run.
    ///   - customError: Makes the failure to end with; without it, it finishes.
    /// - Returns: A publisher of the same values.
    /// - Complexity: O(1) a value.
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
    /// The publisher behind `timeout`.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long it may take to the next value.
        public let interval: Context.SchedulerTimeType.Stride
        /// Who counts the time.
        public let scheduler: Context
        /// How the calls downstream run.
        public let options: Context.SchedulerOptions?
        /// Makes the failure to end with.
        public let customError: (@Sendable () -> Upstream.Failure)?

        /// Works on the values of `upstream`.
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

        /// Attaches `subscriber`; the calls downstream come from the scheduler.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(on: scheduler, options: options).receive(
                subscriber: Inner(downstream: subscriber, timeout: self))
        }
    }
}

extension Publishers.Timeout {
    private final class Inner<Downstream: Subscriber>: TimedSubscription<Downstream>, Subscriber,
        @unchecked Sendable  // `customError` belongs to whoever holds the turn
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private let interval: Context.SchedulerTimeType.Stride
        private let scheduler: Context
        private let options: Context.SchedulerOptions?
        @exclusivity(unchecked) private var customError: (@Sendable () -> Upstream.Failure)?
        /// Counts the values, so that a clock knows whether one came since it was wound up.
        private let number = Atomic(0)

        init(downstream: Downstream, timeout: Publishers.Timeout<Upstream, Context>) {
            (interval, scheduler, options) = (timeout.interval, timeout.scheduler, timeout.options)
            customError = timeout.customError
            super.init(downstream: downstream)
        }

        func receive(subscription: any Subscription) {
            guard let early = slot.accept(subscription) else { return }
            wind()
            begin()
            if early > .none { subscription.request(early) }
        }

        private func wind() {
            let mine = number.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
            let date = scheduler.now.advanced(by: interval)
            scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options) {
                guard self.number.load(ordering: .acquiring) == mine else { return }
                self.inTurn { [self] in
                    guard number.load(ordering: .acquiring) == mine, slot.cancel() else { return }
                    finish(customError.map { .failure($0()) } ?? .finished)
                }
            }
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            inTurn { [self] in
                guard slot.isOpen else { return }
                wind()
                let demand = give(input)
                if demand > .none { slot.request(demand) }
            }
            return .none
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            inTurn { [self] in
                number.wrappingAdd(1, ordering: .acquiringAndReleasing)
                if slot.end() { finish(completion) }
            }
        }

        override func discard() { customError = nil }

        override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
    }
}
