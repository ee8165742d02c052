import Synchronization

extension Publisher {
    /// Gives values in arrays, one for each stretch of time that had any.
    ///
    /// ![A marble diagram of collectByTime.](collectByTime)
    ///
    /// - Parameters:
    ///   - strategy: The length of a stretch, and perhaps the size of an array.
    ///   - options: How the calls downstream are to run.
    /// - Returns: A publisher of arrays; the rest comes before the end.
    /// - Complexity: O(*n*) memory in the number of values in a stretch.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
}

extension Publishers {
    /// When an array of values is full.
    public enum TimeGroupingStrategy<Context: Scheduler>: Sendable {
        /// When a stretch of time is over.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// When a stretch of time is over, or when it has so many values.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// The publisher behind ``Publisher/collect(_:options:)``.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// An array of values.
        public typealias Output = [Upstream.Output]
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// When an array is full.
        public let strategy: TimeGroupingStrategy<Context>
        /// How the calls downstream run.
        public let options: Context.SchedulerOptions?

        /// Works on the values of `upstream`.
        public init(
            upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        /// Attaches `subscriber`; upstream is asked for everything, and arrays wait until they are demanded.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, strategy: strategy, options: options))
        }
    }
}

extension Publishers.CollectByTime {
    private final class Inner<Downstream: Subscriber>: BufferedSubscription<Downstream>, Subscriber, @unchecked Sendable
    where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
        // Unchecked: only the thread that holds `collecting` touches `values`.
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private let scheduler: Context
        private let interval: Context.SchedulerTimeType.Stride
        private let size: Int
        private let options: Context.SchedulerOptions?
        private let slot = UpstreamSlot()
        private let timer = Mutex<(any Cancellable)?>(nil)
        // A value, a tick and the completion are events of one loop, which is held until the array has been passed on: so
        // no array is overtaken, neither by the next one nor by the completion.
        private let collecting = DrainLoop<Action>()
        @exclusivity(unchecked) private var values: [Input] = []

        init(
            downstream: Downstream, strategy: Publishers.TimeGroupingStrategy<Context>,
            options: Context.SchedulerOptions?
        ) {
            switch strategy {
            case .byTime(let context, let stride): (scheduler, interval, size) = (context, stride, .max)
            case .byTimeOrCount(let context, let stride, let count):
                (scheduler, interval, size) = (context, stride, count)
            }
            self.options = options
            super.init(
                downstream: downstream, stopped: { unsafeDowncast($0, to: Inner<Downstream>.self).stop() })
        }

        override var description: String { "CollectByTime" }

        func receive(subscription: any Subscription) {
            guard slot.accept(subscription) != nil else { return }
            begin()
            guard slot.isOpen else { return }
            let timer = scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval,
                tolerance: scheduler.minimumTolerance, options: options
            ) { [weak self] in self?.tick() }
            self.timer.withLock { $0 = timer }
            if !slot.isOpen { timer.cancel() }
            subscription.request(.unlimited)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            guard collecting.enter(or: { self.collect(input) }) else { return .none }
            collect(input)
            collecting.leave()
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            guard collecting.enter(or: { self.end(completion) }) else { return }
            end(completion)
            collecting.leave()
        }

        private func tick() {
            guard collecting.enter(or: { self.flush() }) else { return }
            flush()
            collecting.leave()
        }

        private func stop() {
            slot.cancel()
            stopTimer()
            guard collecting.enter(or: { self.values = [] }) else { return }
            values = []
            collecting.leave()
        }

        private func stopTimer() { timer.withLock { $0.take() }?.cancel() }

        // MARK: Inside the drain loop

        private func collect(_ input: Input) {
            guard slot.isOpen else { return }
            values.append(input)
            if values.count >= size { flush() }
        }

        private func flush() {
            guard !values.isEmpty else { return }
            let full = values
            values = []
            give(full)
        }

        private func end(_ completion: Subscribers.Completion<Failure>) {
            guard slot.end() else { return }
            stopTimer()
            if case .finished = completion { flush() }
            values = []
            finish(completion)
        }
    }
}
