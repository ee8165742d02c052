public import Synchronization

/// Passes values on before, or after, the first value of another publisher.
@usableFromInline
final class GateSubscriber<Downstream: Subscriber>: Bond, Subscriber, @unchecked Sendable {  // atomics and a Turn
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline
    enum Event: Sendable {
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let opensOnSignal: Bool
    @usableFromInline let isOpen: Atomic<Bool>
    @usableFromInline let link = Link()
    @usableFromInline let signal = Link()
    @usableFromInline let turn = Turn<Event>()
    @usableFromInline let isBegun = Atomic(false)

    @inlinable
    init(downstream: Downstream, opensOnSignal: Bool) {
        self.downstream = downstream
        self.opensOnSignal = opensOnSignal
        isOpen = Atomic(!opensOnSignal)
        super.init(
            request: { Self.of($0).link.request($1) },
            cancel: { bond in
                Self.of(bond).link.cancel()
                Self.of(bond).signal.cancel()
            })
    }

    @usableFromInline override var description: String { opensOnSignal ? "DropUntilOutput" : "PrefixUntilOutput" }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> GateSubscriber<Downstream> {
        unsafeDowncast(bond, to: GateSubscriber<Downstream>.self)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard !isBegun.exchange(true, ordering: .relaxed) else { return subscription.cancel() }
        downstream.receive(subscription: self)
        // The other publisher may have ended it before it began.
        guard link.isOpen else {
            subscription.cancel()
            return downstream.receive(completion: .finished)
        }
        if let early = link.accept(subscription), early > .none { subscription.request(early) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard turn.enter(or: .value(input)) else { return .none }
        let demand = take(input)
        turn.leave(handle)
        return demand
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) { end(completion) }

    /// The other publisher has given a value.
    @inlinable
    func opened() {
        signal.cancel()
        if opensOnSignal { isOpen.store(true, ordering: .releasing) } else { end(.finished) }
    }

    /// Ends from either side.
    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        guard turn.enter(or: .completion(completion)) else { return }
        finish(completion)
        turn.leave(handle)
    }

    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .value(let input):
            let demand = take(input)
            if demand > .none { link.request(demand) }
        case .completion(let completion): finish(completion)
        }
    }

    @inlinable @inline(__always)
    func take(_ input: Input) -> Subscribers.Demand {
        guard link.isOpen else { return .none }
        return isOpen.load(ordering: .acquiring) ? downstream.receive(input) : .max(1)
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        signal.cancel()
        guard link.cancel(), isBegun.load(ordering: .relaxed) else { return }
        downstream.receive(completion: completion)
    }
}

/// Listens to the other publisher.
@usableFromInline
@frozen
struct GateSignal<Input: Sendable, Failure: Error, Downstream: Subscriber>: Subscriber {
    @usableFromInline let gate: GateSubscriber<Downstream>
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable
    init(gate: GateSubscriber<Downstream>) { self.gate = gate }

    @inlinable
    func receive(subscription: any Subscription) {
        if gate.signal.accept(subscription) != nil { subscription.request(.max(1)) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        gate.opened()
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard gate.signal.end(), gate.opensOnSignal else { return }
        switch completion {
        case .finished: gate.end(.finished)
        case .failure(let failure): if let failure = failure as? Downstream.Failure { gate.end(.failure(failure)) }
        }
    }
}
