import Synchronization

extension Publisher {
    /// Passes on one value in each stretch of time: the first at once, then one at the end of each stretch that had any.
    ///
    /// ![A marble diagram of throttle.](throttle)
    ///
    /// - Parameters:
    ///   - interval: The length of a stretch.
    ///   - scheduler: Who counts the time.
    ///   - latest: Whether the last value of a stretch goes on, or the first.
    /// - Returns: A publisher of fewer values; one that still waits goes on before the end.
    /// - Complexity: O(1) memory: one value is kept.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

extension Publishers {
    /// The publisher behind `throttle`.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The length of a stretch.
        public let interval: Context.SchedulerTimeType.Stride
        /// Who counts the time.
        public let scheduler: Context
        /// Whether the last value of a stretch goes on, or the first.
        public let latest: Bool

        /// Works on the values of `upstream`.
        public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Attaches `subscriber`; the calls downstream come from the scheduler.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, throttle: self))
        }
    }
}

extension Publishers.Throttle {
    private final class Inner<Downstream: Subscriber>: TimedSubscription<Downstream>, Subscriber,
        @unchecked Sendable  // a Mutex and constants
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private struct State: Sendable {
            var waiting: Upstream.Output?
            /// When the present stretch ends.
            var end: Context.SchedulerTimeType?
            var isScheduled = false

            /// Takes a value that comes at `now`; when it is to be looked at again.
            mutating func take(
                _ value: Upstream.Output, at now: Context.SchedulerTimeType, latest: Bool
            ) -> Context.SchedulerTimeType? {
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
        private let demandCounter = DemandCounter()
        private let state = Mutex(State())

        init(downstream: Downstream, throttle: Publishers.Throttle<Upstream, Context>) {
            (interval, scheduler, latest) = (throttle.interval, throttle.scheduler, throttle.latest)
            super.init(
                downstream: downstream,
                request: { unsafeDowncast($0, to: Inner<Downstream>.self).demandCounter.add($1) })
        }

        func receive(subscription: any Subscription) {
            guard slot.accept(subscription) != nil else { return }
            begin()
            subscription.request(.unlimited)
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
                scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: nil) { self.due() }
            } else {
                scheduler.schedule(options: nil) { self.due() }
            }
            return .none
        }

        private func due() {
            inTurn { [self] in
                let end = scheduler.now.advanced(by: interval)
                let value = state.withLock { state in
                    state.isScheduled = false
                    state.end = end
                    return state.waiting.take()
                }
                if let value { pass(value) }
            }
        }

        private func pass(_ value: Upstream.Output) {
            if slot.isOpen, demandCounter.take() { demandCounter.add(give(value)) }
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            scheduler.schedule(options: nil) { [self] in
                inTurn { [self] in
                    if let value = state.withLock({ $0.waiting.take() }) { pass(value) }
                    if slot.end() { finish(completion) }
                }
            }
        }

        override func discard() {
            let last = state.withLock { $0.waiting.take() }
            _ = last
        }
    }
}
