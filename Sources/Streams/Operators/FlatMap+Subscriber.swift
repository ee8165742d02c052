public import Synchronization

/// Takes the values of upstream and runs the publishers made of them, whose values it passes on one at a time.
@usableFromInline
final class FlatMapSubscriber<NewPublisher: Publisher, Input: Sendable, Downstream: Subscriber>: Bond, Subscriber,
    @unchecked Sendable
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
    // Unchecked: `parked` and `end` belong to whoever holds `turn`.
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Child = FlatMapChild<NewPublisher, Input, Downstream>

    @usableFromInline
    enum Event: Sendable {
        case value(Downstream.Input, from: Child)
        case completion(Subscribers.Completion<Failure>)
        case demand
        case cancel
    }

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var waiting = Line<Input>()
        @usableFromInline var children = Slots<Child>()
        @usableFromInline var isUpstreamOver = false
        @usableFromInline var isOver = false

        @inlinable @inline(__always)
        init() {}
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let maxPublishers: Subscribers.Demand
    @usableFromInline let transform: @Sendable (Input) -> NewPublisher
    @usableFromInline let link = Link()
    @usableFromInline let gauge = DemandGauge()
    @usableFromInline let state = Mutex(State())
    @usableFromInline let turn = Turn<Event>()
    /// Values that came while nothing was demanded: one for each child at most.
    @exclusivity(unchecked) @usableFromInline var parked = Line<(Downstream.Input, Child)>()
    @exclusivity(unchecked) @usableFromInline var end: Subscribers.Completion<Failure>?

    @inlinable @inline(__always)
    init(
        downstream: Downstream, maxPublishers: Subscribers.Demand,
        transform: @escaping @Sendable (Input) -> NewPublisher
    ) {
        self.downstream = downstream
        self.maxPublishers = maxPublishers
        self.transform = transform
        super.init(request: { Self.of($0).demand($1) }, cancel: { Self.of($0).abandon() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> FlatMapSubscriber<NewPublisher, Input, Downstream> {
        unsafeDowncast(bond, to: FlatMapSubscriber<NewPublisher, Input, Downstream>.self)
    }

    // MARK: Upstream

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.accept(subscription) != nil else { return }
        downstream.receive(subscription: self)
        // What upstream would lose waits here instead.
        if maxPublishers > .none {
            subscription.request(subscription.dropsWithoutDemand ? .unlimited : maxPublishers)
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        start(input)
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.end() else { return }
        switch completion {
        case .failure: finish(completion)
        case .finished:
            let isDone = state.withLock { state in
                state.isUpstreamOver = true
                return state.children.isEmpty && state.waiting.isEmpty
            }
            if isDone { finish(.finished) }
        }
    }

    // MARK: Children

    @inlinable @inline(__always)
    func start(_ input: Input) {
        let child = Child(of: self)
        let slot = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            if let limit = maxPublishers.max, state.children.count >= limit {
                state.waiting.append(input)
                return nil
            }
            return state.children.insert(child)
        }
        guard let slot else { return }
        child.slot = slot
        transform(input).receive(subscriber: child)
    }

    /// Makes room for the next value when a child has finished.
    @inlinable
    func leave(_ child: Child) {
        let (next, isDone) = state.withLock { state -> (Input?, Bool) in
            state.children.remove(at: child.slot)
            let next = state.waiting.popFirst()
            return (next, next == nil && state.isUpstreamOver && state.children.isEmpty)
        }
        if let next {
            start(next)
        } else if isDone {
            finish(.finished)
        } else if maxPublishers != .unlimited {
            link.request(.max(1))
        }
    }

    // MARK: Downstream

    @inlinable @inline(__always)
    func pass(_ value: Downstream.Input, from child: Child) {
        guard turn.enter(or: .value(value, from: child)) else { return }
        deliver(value, from: child)
        turn.leave(handle)
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard turn.enter(or: .completion(completion)) else { return }
        complete(completion)
        turn.leave(handle)
    }

    @inlinable
    func demand(_ demand: Subscribers.Demand) {
        guard gauge.add(demand), turn.enter(or: .demand) else { return }
        unpark()
        turn.leave(handle)
    }

    @inlinable
    func abandon() {
        guard gauge.close() else { return }
        stop()
        guard turn.enter(or: .cancel) else { return }
        parked = Line()
        turn.leave(handle)
    }

    // MARK: In turn

    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .value(let value, let child): deliver(value, from: child)
        case .completion(let completion): complete(completion)
        case .demand: unpark()
        case .cancel: parked = Line()
        }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Downstream.Input, from child: Child) {
        if gauge.isUnlimited {
            _ = downstream.receive(value)
            child.more()
        } else if parked.isEmpty, gauge.take() {
            gauge.add(downstream.receive(value))
            child.more()
        } else if !gauge.isClosed {
            parked.append((value, child))
        }
    }

    @inlinable
    func unpark() {
        while !parked.isEmpty, gauge.take() {
            guard let (value, child) = parked.popFirst() else { break }
            gauge.add(downstream.receive(value))
            child.more()
        }
        if parked.isEmpty, let end { complete(end) }
    }

    /// A good end comes after what is parked, a failure at once.
    @inlinable
    func complete(_ completion: Subscribers.Completion<Failure>) {
        if case .finished = completion, !parked.isEmpty {
            end = completion
            return
        }
        parked = Line()
        guard gauge.close() else { return }
        stop()
        downstream.receive(completion: completion)
    }

    /// Cancels whatever is under way.
    @inlinable
    func stop() {
        link.cancel()
        let (children, waiting) = state.withLock { state in
            state.isOver = true
            return (state.children.removeAll(), state.waiting.removeAll())
        }
        _ = waiting
        for child in children { child.link.cancel() }
    }
}

/// Takes the values of one publisher that ``Publisher/flatMap(maxPublishers:_:)`` has made.
@usableFromInline
final class FlatMapChild<NewPublisher: Publisher, Input: Sendable, Downstream: Subscriber>: Subscriber,
    @unchecked Sendable  // `slot` is set before anything can happen, `isUnlimited` likewise
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: FlatMapSubscriber<NewPublisher, Input, Downstream>
    @usableFromInline let link = Link()
    @exclusivity(unchecked) @usableFromInline var slot = 0
    @exclusivity(unchecked) @usableFromInline var isUnlimited = true

    @inlinable @inline(__always)
    init(of parent: FlatMapSubscriber<NewPublisher, Input, Downstream>) { self.parent = parent }

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.accept(subscription) != nil else { return }
        isUnlimited = parent.gauge.isUnlimited
        subscription.request(isUnlimited || subscription.dropsWithoutDemand ? .unlimited : .max(1))
    }

    /// Demands the next value, when the last one has gone downstream.
    @inlinable @inline(__always)
    func more() {
        if !isUnlimited { link.request(.max(1)) }
    }

    @inlinable @inline(__always)
    func receive(_ input: NewPublisher.Output) -> Subscribers.Demand {
        if link.isOpen { parent.pass(input, from: self) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.end() else { return }
        switch completion {
        case .finished: parent.leave(self)
        case .failure: parent.finish(completion)
        }
    }
}
