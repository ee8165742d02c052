import Synchronization

extension Publisher {
    /// Collects values into arrays, and publishes an array at the end of each period in which values arrived.
    ///
    /// ![A marble diagram of collectByTime.](collectByTime)
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let collected = clock.publisher("ab-c-d|")
    ///     .collect(.byTime(clock, .seconds(3)))
    ///     .map { $0.joined() }
    /// print(clock.marbles(of: collected))
    /// // prints ---[abc]--(d|)
    /// ```
    ///
    /// - Parameters:
    ///   - strategy: The scheduler, the length of a period and optionally the largest size of an array.
    ///   - options: The scheduler's options for the timer; `nil` by default.
    /// - Returns: A publisher of arrays. When the upstream publisher finishes, the remaining values are published
    ///   before the completion, on the scheduler; when it fails, they are dropped.
    /// - Complexity: O(*n*) memory in the number of values in a period, and in the number of values in arrays without
    ///   demand.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
}

extension Publishers {
    /// The condition under which an array of values is published.
    public enum TimeGroupingStrategy<Context: Scheduler>: Sendable {
        /// At the end of each period.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// At the end of each period, or when the array has this number of values.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// The publisher behind `collect(_:options:)`.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the published values: arrays of the upstream publisher's values.
        public typealias Output = [Upstream.Output]
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The condition under which an array is published.
        public let strategy: TimeGroupingStrategy<Context>
        /// The scheduler's options for the timer.
        public let options: Context.SchedulerOptions?

        /// Creates the publisher behind `collect(_:options:)` of `upstream`, whose parameters are the same.
        public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        /// Attaches `subscriber`; all upstream values are requested, and arrays are kept until there is demand for
        /// them.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, strategy: strategy, options: options))
        }
    }
}

extension Publishers.CollectByTime {
    private final class Inner<Downstream: Subscriber>: BufferedSubscription<Downstream>, Subscriber, @unchecked Sendable
    where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
        // Unchecked: only the thread that owns `collecting` accesses the variables.
        typealias Input = Upstream.Output
        typealias Failure = Upstream.Failure

        private let scheduler: Context
        private let interval: Context.SchedulerTimeType.Stride
        private let size: Int
        private let options: Context.SchedulerOptions?
        private let slot = UpstreamSlot()
        private let timer = Mutex<(any Cancellable)?>(nil)
        // A value, a tick and the completion are events of one loop, which is owned until the array is delivered, so
        // neither the next array nor the completion overtakes an array.
        private let collecting = DrainLoop()
        @exclusivity(unchecked) private var values: [Input] = []
        @exclusivity(unchecked) private var isComplete = false

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
                name: "CollectByTime", downstream: downstream,
                stopped: { unsafeDowncast($0, to: Inner<Downstream>.self).stop() })
        }

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
            slot.request(.unlimited)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            collecting.serialize(collect(input), or: { self.collect(input) })
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            collecting.serialize(scheduleEnd(completion), or: { self.scheduleEnd(completion) })
        }

        private func tick() { collecting.serialize(flush(), or: { self.flush() }) }

        private func stop() {
            slot.cancel()
            stopTimer()
            collecting.serialize(values = [], or: { self.values = [] })
        }

        private func stopTimer() { timer.withLock { $0.take() }?.cancel() }

        // MARK: Inside the drain loop

        private func collect(_ input: Input) {
            guard slot.isOpen, !isComplete else { return }
            values.append(input)
            if values.count >= size { flush() }
        }

        private func flush() {
            guard !values.isEmpty else { return }
            let full = values
            values = []
            give(full)
        }

        private func scheduleEnd(_ completion: Subscribers.Completion<Failure>) {
            guard slot.isOpen, !isComplete else { return }
            isComplete = true
            // Dropped now: a tick may come before the failure is delivered.
            if case .failure = completion { values = [] }
            scheduler.schedule(options: options) {
                self.collecting.serialize(self.end(completion), or: { self.end(completion) })
            }
        }

        private func end(_ completion: Subscribers.Completion<Failure>) {
            guard slot.end() else { return }
            stopTimer()
            flush()
            finish(completion)
        }
    }
}
