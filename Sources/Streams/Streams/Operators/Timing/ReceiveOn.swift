public import Synchronization

extension Publisher {
    /// Publishes values and the completion on a scheduler.
    ///
    /// The order is kept, even on a scheduler that runs actions concurrently. Use it to move work off a publisher's
    /// thread; for code that accesses state of the main actor,
    /// ``Publisher/sinkOnMainActor(receiveCompletion:receiveValue:)`` is shorter.
    ///
    /// A `DispatchQueue`, `OperationQueue` or `RunLoop` needs `import StreamsFoundation`, see ``Scheduler``.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let subscription = [1, 2].publisher
    ///     .receive(on: clock)
    ///     .sink { print($0) }
    /// print("subscribed")
    /// clock.run()
    /// // prints subscribed, 1, 2
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that calls the subscriber.
    ///   - options: The scheduler's options for each action; `nil` uses its defaults.
    /// - Returns: A publisher of the same values; it ends with this publisher's completion.
    /// - Complexity: O(*n*) memory in the number of values that wait for the scheduler.
    @_alwaysEmitIntoClient @inline(__always)
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
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The scheduler that calls the subscriber.
        public let scheduler: Context
        /// The scheduler's options for each action; `nil` uses its defaults.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that delivers the values of `upstream` on a scheduler; see
        /// ``Publisher/receive(on:options:)``, whose parameters are the same.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber`; it receives its subscription immediately, not on the scheduler, so that it misses no
        /// value.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, scheduler: scheduler, options: options))
        }
    }
}

extension Publishers.ReceiveOn {
    /// A queue of events; the event that finds the queue idle schedules one action, which empties it.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: UpstreamSubscription, Subscriber, @unchecked Sendable
    where Downstream.Input == Output, Downstream.Failure == Failure {
        // Unchecked: only the running action accesses `downstream`; if no action runs, only the cancelling call.
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        /// An upstream event that waits for the scheduler.
        @usableFromInline
        enum Event: Sendable {
            case value(Input)
            case completion(Subscribers.Completion<Failure>)
        }

        /// The progress of the scheduled action that empties the queue.
        @usableFromInline
        enum Phase: Sendable {
            /// The queue is empty, and no action is scheduled.
            case idle
            /// An action is scheduled, and has not started.
            case scheduled
            /// The action is delivering events.
            case running
            /// Running, and cancelled meanwhile.
            case stopping
            /// Cancelled, with the subscriber released.
            case over
        }

        /// The waiting events and the progress of their delivery, guarded by `state`.
        @usableFromInline
        struct State: Sendable {
            @usableFromInline var queue = ContiguousArray<Event>()
            @usableFromInline var phase = Phase.idle

            @_alwaysEmitIntoClient init() {}
        }

        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?
        @usableFromInline let state = Mutex(State())
        @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>

        @_alwaysEmitIntoClient @inline(__always)
        init(downstream: Downstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.downstream = ReleasableBox(downstream)
            self.scheduler = scheduler
            self.options = options
            super.init(cancel: { unsafeDowncast($0, to: Inner.self).stop() })
        }

        @usableFromInline func receive(subscription: any Subscription) {
            guard slot.hold(subscription) else { return }
            downstream.held?.receive(subscription: self)
            slot.start()
        }

        @_alwaysEmitIntoClient func receive(_ input: Input) -> Subscribers.Demand {
            put(.value(input))
            return .none
        }

        @usableFromInline func receive(completion: Subscribers.Completion<Failure>) { put(.completion(completion)) }

        /// Queues an event, and schedules an action if none is scheduled.
        @_alwaysEmitIntoClient func put(_ event: Event) {
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

        /// Delivers the queued events until the queue is empty, or so many were delivered that other actions of the
        /// scheduler have their turn.
        @_alwaysEmitIntoClient func run() {
            var batch = ContiguousArray<Event>()
            var count = 0
            while refill(&batch) {
                for event in batch { handle(event) }
                count += batch.count
                batch.removeAll(keepingCapacity: true)
                if count >= Self.turn, pauses() { return scheduler.schedule(options: options) { self.run() } }
            }
        }

        /// The number of events after which other actions have their turn.
        @_alwaysEmitIntoClient static var turn: Int { 256 }

        /// Whether events wait for another action, which the caller schedules.
        @usableFromInline func pauses() -> Bool {
            state.withLock { state in
                guard case .running = state.phase, !state.queue.isEmpty else { return false }
                state.phase = .scheduled
                return true
            }
        }

        /// Moves the queued events into the empty `batch`; `false` if there are none, which ends the run.
        @_alwaysEmitIntoClient func refill(_ batch: inout ContiguousArray<Event>) -> Bool {
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

        @_alwaysEmitIntoClient func handle(_ event: Event) {
            switch event {
            case .value(let value):
                guard slot.isOpen else { return }
                let demand = downstream.lend { $0.receive(value) } ?? .none
                if demand > .none { slot.request(demand) }
            case .completion(let completion):
                if slot.end() { downstream.take()?.receive(completion: completion) }
            }
        }

        /// Cancels upstream, drops the queued events and releases the subscriber, now or when the running action ends.
        @usableFromInline func stop() {
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
    }
}
