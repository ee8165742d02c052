import Synchronization

extension Publisher {
    /// Passes a value on when no other has come for some time.
    ///
    /// ![A marble diagram of debounce.](debounce)
    ///
    /// A value that still waits when upstream ends is left out, as in Combine.
    ///
    /// - Parameters:
    ///   - dueTime: How long no other may come.
    ///   - scheduler: Who counts the time.
    ///   - options: How the calls downstream are to run.
    /// - Returns: A publisher of the values before each pause.
    /// - Complexity: O(1) memory: the latest value is kept.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher behind `debounce`.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How long no other value may come.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// Who counts the time.
        public let scheduler: Context
        /// How the calls downstream run.
        public let options: Context.SchedulerOptions?

        /// Works on the values of `upstream`.
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`; the calls downstream come from the scheduler.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, debounce: self))
        }
    }
}

extension Publishers.Debounce {
    private final class Inner<Downstream: Subscriber>: TimedSubscription<Downstream>, Subscriber,
        @unchecked Sendable  // a Mutex and constants
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private struct State: Sendable {
            var latest: Upstream.Output?
            var number = 0
        }

        private let dueTime: Context.SchedulerTimeType.Stride
        private let scheduler: Context
        private let options: Context.SchedulerOptions?
        private let demandCounter = DemandCounter()
        private let state = Mutex(State())

        init(downstream: Downstream, debounce: Publishers.Debounce<Upstream, Context>) {
            (dueTime, scheduler, options) = (debounce.dueTime, debounce.scheduler, debounce.options)
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
            let (last, number) = state.withLock { state in
                let last = state.latest
                state.latest = input
                state.number += 1
                return (last, state.number)
            }
            _ = last  // released here, outside the lock
            let date = scheduler.now.advanced(by: dueTime)
            scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options) {
                self.due(number)
            }
            return .none
        }

        private func due(_ number: Int) {
            let value = state.withLock { $0.number == number ? $0.latest.take() : nil }
            guard let value else { return }
            inTurn { [self] in
                if slot.isOpen, demandCounter.take() { demandCounter.add(give(value)) }
            }
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            discard()
            scheduler.schedule(options: options) { [self] in
                inTurn { [self] in
                    if slot.end() { finish(completion) }
                }
            }
        }

        override func discard() {
            let last = state.withLock { state in
                state.number += 1
                return state.latest.take()
            }
            _ = last
        }
    }
}
