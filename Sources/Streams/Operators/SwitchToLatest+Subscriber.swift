public import Synchronization

/// Takes publishers, and passes on the values of the latest.
@usableFromInline
final class SwitchSubscriber<Input: Publisher, Downstream: Subscriber>: Bond, Subscriber, @unchecked Sendable
where Input.Output == Downstream.Input, Input.Failure == Downstream.Failure {
    // Unchecked: the vars belong to whoever holds `turn`.
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline
    enum Event: Sendable {
        case publisher(Input, Int)
        case value(Downstream.Input, Int)
        case innerEnd(Subscribers.Completion<Failure>, Int)
        case outerEnd(Subscribers.Completion<Failure>)
        case stop
    }

    @usableFromInline let link = Link()
    @usableFromInline let relay = Relay()
    @usableFromInline let turn = Turn<Event>()
    @usableFromInline let latest = Atomic(0)
    @exclusivity(unchecked) @usableFromInline var downstream: Tether<Downstream>
    @exclusivity(unchecked) @usableFromInline var running = 0
    @exclusivity(unchecked) @usableFromInline var isUpstreamOver = false

    @inlinable @inline(__always)
    init(downstream: Downstream) {
        self.downstream = Tether(downstream)
        super.init(request: { Self.of($0).relay.request($1) }, cancel: { Self.of($0).stop() })
    }

    @usableFromInline override var description: String { "SwitchToLatest" }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> SwitchSubscriber<Input, Downstream> {
        unsafeDowncast(bond, to: SwitchSubscriber<Input, Downstream>.self)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.accept(subscription) != nil else { return }
        downstream.held?.receive(subscription: self)
        subscription.request(.unlimited)
    }

    /// Subscribes outside of the turn, so that an endless publisher is stopped by who has enough.
    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isOpen else { return .none }
        let number = latest.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        relay.drop()
        if turn.enter(or: .publisher(input, number)) {
            running = number
            turn.leave { handle($0) }
        }
        input.receive(subscriber: Inner(parent: self, number: number))
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.end(), turn.enter(or: .outerEnd(completion)) else { return }
        endOuter(completion)
        turn.leave { handle($0) }
    }

    @inlinable
    func stop() {
        link.cancel()
        guard relay.cancel(), turn.enter(or: .stop) else { return }
        downstream.take()
        turn.leave { handle($0) }
    }

    // MARK: In turn

    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .publisher(_, let number): running = number
        case .value(let value, let number): deliver(value, number)
        case .innerEnd(let completion, let number): endInner(completion, number)
        case .outerEnd(let completion): endOuter(completion)
        case .stop: downstream.take()
        }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Downstream.Input, _ number: Int) {
        guard number == latest.load(ordering: .acquiring) else { return }
        let more = downstream.lend { relay.pass(value, to: $0) } ?? .none
        if more > .none { relay.demandMore(more) }
    }

    @inlinable
    func endInner(_ completion: Subscribers.Completion<Failure>, _ number: Int) {
        guard number == latest.load(ordering: .acquiring) else { return }
        running = 0
        switch completion {
        case .failure: finish(completion)
        case .finished: if isUpstreamOver { finish(.finished) }
        }
    }

    @inlinable
    func endOuter(_ completion: Subscribers.Completion<Failure>) {
        isUpstreamOver = true
        switch completion {
        case .failure: finish(completion)
        case .finished: if running == 0 { finish(.finished) }
        }
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        link.cancel()
        if relay.cancel() { downstream.take()?.receive(completion: completion) }
    }

    /// Takes the values of one of the publishers.
    @usableFromInline
    @frozen
    struct Inner: Subscriber {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure

        @usableFromInline let parent: SwitchSubscriber
        @usableFromInline let number: Int
        @usableFromInline let combineIdentifier = CombineIdentifier()

        @inlinable @inline(__always)
        init(parent: SwitchSubscriber, number: Int) {
            self.parent = parent
            self.number = number
        }

        @inlinable
        func receive(subscription: any Subscription) {
            guard number == parent.latest.load(ordering: .acquiring) else { return subscription.cancel() }
            parent.relay.accept(subscription)
        }

        @inlinable @inline(__always)
        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            guard number == parent.latest.load(ordering: .acquiring) else { return .none }
            guard parent.turn.enter(or: .value(input, number)) else { return .none }
            parent.deliver(input, number)
            parent.turn.leave { parent.handle($0) }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            guard parent.turn.enter(or: .innerEnd(completion, number)) else { return }
            parent.endInner(completion, number)
            parent.turn.leave { parent.handle($0) }
        }
    }
}
