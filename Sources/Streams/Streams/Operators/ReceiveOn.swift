public import Synchronization

extension Publisher {
    /// Passes on values and the end from a scheduler, in their order, also when the scheduler runs actions side by side.
    ///
    /// - Parameters:
    ///   - scheduler: Where the calls downstream are to run.
    ///   - options: How they are to run.
    /// - Returns: A publisher of the same values.
    /// - Complexity: O(*n*) memory in the number of values that wait for the scheduler.
    @inlinable @inline(__always)
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/receive(on:options:)``.
    @frozen
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Where the calls downstream run.
        public let scheduler: Context
        /// How they run.
        public let options: Context.SchedulerOptions?

        /// Works on the values of `upstream`.
        @inlinable @inline(__always)
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`; its subscription comes at once, so that no value is missed.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, scheduler: scheduler, options: options))
        }
    }
}

extension Publishers.ReceiveOn {
    /// Keeps what came in line; whoever puts the first thing in line schedules one run, which empties it.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: SubscriptionBase, Subscriber, @unchecked Sendable
    where Downstream.Input == Output, Downstream.Failure == Failure {
        // Unchecked: `downstream` belongs to the run while there is one, and else to whoever stops.
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline
        enum Event: Sendable {
            case value(Input)
            case completion(Subscribers.Completion<Failure>)
        }

        @usableFromInline
        enum Phase: Sendable {
            case idle
            case scheduled
            case running
            /// Running, and to stop.
            case stopping
            case over
        }

        @usableFromInline
        struct State: Sendable {
            @usableFromInline var queue = ContiguousArray<Event>()
            @usableFromInline var phase = Phase.idle

            @inlinable
            init() {}
        }

        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?
        @usableFromInline let slot = UpstreamSlot()
        @usableFromInline let state = Mutex(State())
        @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>

        @inlinable @inline(__always)
        init(downstream: Downstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.downstream = ReleasableBox(downstream)
            self.scheduler = scheduler
            self.options = options
            super.init(request: { Self.of($0).slot.request($1) }, cancel: { Self.of($0).stop() })
        }

        @inlinable @inline(__always)
        static func of(_ base: SubscriptionBase) -> Inner<Downstream> { unsafeDowncast(base, to: Inner<Downstream>.self) }

        @inlinable
        func receive(subscription: any Subscription) {
            guard let early = slot.accept(subscription) else { return }
            downstream.held?.receive(subscription: self)
            if early > .none { subscription.request(early) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            put(.value(input))
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            put(.completion(completion))
        }

        @inlinable
        func put(_ event: Event) {
            guard slot.isOpen else { return }
            let isFirst = state.withLock { state in
                guard state.phase != .over else { return false }
                state.queue.append(event)
                guard state.phase == .idle else { return false }
                state.phase = .scheduled
                return true
            }
            if isFirst { scheduler.schedule(options: options) { self.run() } }
        }

        @inlinable
        func run() {
            var batch = ContiguousArray<Event>()
            while refill(&batch) {
                for event in batch { handle(event) }
                batch.removeAll(keepingCapacity: true)
            }
        }

        /// Puts what is in line into the empty `batch`; `false` when there is nothing, and the run is over.
        @inlinable
        func refill(_ batch: inout ContiguousArray<Event>) -> Bool {
            let isStopped = state.withLock { state in
                swap(&state.queue, &batch)
                switch state.phase {
                case .idle, .scheduled, .running:
                    state.phase = batch.isEmpty ? .idle : .running
                    return false
                case .stopping:
                    state.phase = .over
                    return true
                case .over: return false
                }
            }
            if isStopped { downstream.take() }
            return !batch.isEmpty
        }

        @inlinable
        func handle(_ event: Event) {
            switch event {
            case .value(let value):
                guard slot.isOpen else { return }
                let demand = downstream.lend { $0.receive(value) } ?? .none
                if demand > .none { slot.request(demand) }
            case .completion(let completion):
                if slot.end() { downstream.take()?.receive(completion: completion) }
            }
        }

        @inlinable
        func stop() {
            slot.cancel()
            let (rest, isMine) = state.withLock { state in
                let rest = state.queue
                state.queue = []
                switch state.phase {
                case .idle, .scheduled:
                    state.phase = .over
                    return (rest, true)
                case .running:
                    state.phase = .stopping
                    return (rest, false)
                case .stopping, .over: return (rest, false)
                }
            }
            _ = rest
            if isMine { downstream.take() }
        }

        @usableFromInline override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
    }
}
