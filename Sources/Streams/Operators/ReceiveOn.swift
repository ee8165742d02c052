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
    final class Inner<Downstream: Subscriber>: Bond, Subscriber, @unchecked Sendable  // its state is a Mutex
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline
        enum Event: Sendable {
            case value(Input)
            case completion(Subscribers.Completion<Failure>)
        }

        @usableFromInline
        struct State: Sendable {
            @usableFromInline var line = Line<Event>()
            @usableFromInline var isScheduled = false

            @inlinable
            init() {}
        }

        @usableFromInline let downstream: Downstream
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?
        @usableFromInline let link = Link()
        @usableFromInline let state = Mutex(State())

        @inlinable @inline(__always)
        init(downstream: Downstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.downstream = downstream
            self.scheduler = scheduler
            self.options = options
            super.init(request: { Self.of($0).link.request($1) }, cancel: { Self.of($0).stop() })
        }

        @inlinable @inline(__always)
        static func of(_ bond: Bond) -> Inner<Downstream> { unsafeDowncast(bond, to: Inner<Downstream>.self) }

        @inlinable
        func receive(subscription: any Subscription) {
            guard let early = link.accept(subscription) else { return }
            downstream.receive(subscription: self)
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
            guard link.isOpen else { return }
            let isFirst = state.withLock { state in
                state.line.append(event)
                defer { state.isScheduled = true }
                return !state.isScheduled
            }
            if isFirst { scheduler.schedule(options: options) { self.run() } }
        }

        @inlinable
        func run() {
            while let event = next() {
                switch event {
                case .value(let value):
                    guard link.isOpen else { continue }
                    let demand = downstream.receive(value)
                    if demand > .none { link.request(demand) }
                case .completion(let completion):
                    if link.end() { downstream.receive(completion: completion) }
                }
            }
        }

        @inlinable
        func next() -> Event? {
            state.withLock { state in
                let event = state.line.popFirst()
                if event == nil { state.isScheduled = false }
                return event
            }
        }

        @inlinable
        func stop() {
            link.cancel()
            _ = state.withLock { $0.line.removeAll() }
        }

        @usableFromInline override var dropsWithoutDemand: Bool { link.dropsWithoutDemand }
    }
}
