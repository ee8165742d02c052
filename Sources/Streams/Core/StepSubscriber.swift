/// Carries a step that keeps something or that may end by itself.
@usableFromInline
final class StepSubscriber<Work: Publishers.Step, Downstream: Subscriber>: Bond, Subscriber, @unchecked Sendable
where Downstream.Input == Work.Output, Downstream.Failure == Work.Failure {
    // Unchecked: `work` belongs to whoever holds `turn`.
    @usableFromInline typealias Input = Work.Input
    @usableFromInline typealias Failure = Work.InputFailure

    @usableFromInline let turn = Turn<Deed>()
    @usableFromInline let link = Link()
    @usableFromInline let downstream: Downstream
    @exclusivity(unchecked) @usableFromInline var work: Work

    @inlinable @inline(__always)
    init(_ work: Work, downstream: Downstream) {
        self.work = work
        self.downstream = downstream
        super.init(request: { Self.of($0).link.request($1) }, cancel: { Self.of($0).link.cancel() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> StepSubscriber<Work, Downstream> {
        unsafeDowncast(bond, to: StepSubscriber<Work, Downstream>.self)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        // Held while the subscription is passed on, so that an upstream which is quicker waits in line.
        guard turn.enter() else { return subscription.cancel() }
        begin(subscription)
        turn.leave()
    }

    @inlinable
    func begin(_ subscription: any Subscription) {
        guard let early = link.accept(subscription) else { return }
        downstream.receive(subscription: self)
        if early > .none { subscription.request(early) }
        if work.isOver, link.cancel() { downstream.receive(completion: .finished) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard turn.enter(or: { self.takeLate(input) }) else { return .none }
        let demand = take(input)
        turn.leave()
        return demand
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard turn.enter(or: { self.end(completion) }) else { return }
        end(completion)
        turn.leave()
    }

    @inlinable
    func takeLate(_ input: Input) {
        let demand = take(input)
        if demand > .none { link.request(demand) }
    }

    @inlinable @inline(__always)
    func take(_ input: Input) -> Subscribers.Demand {
        guard link.isOpen else { return .none }
        switch work.take(input) {
        case .pass(let value): return downstream.receive(value)
        case .skip: return .max(1)
        case .last(let value):
            _ = downstream.receive(value)
            finish(.finished)
        case .finish: finish(.finished)
        case .fail(let failure): finish(.failure(failure))
        }
        return .none
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Work.Failure>) {
        if link.cancel() { downstream.receive(completion: completion) }
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        guard link.end() else { return }
        downstream.receive(completion: work.end(completion))
    }

    @usableFromInline override var dropsWithoutDemand: Bool { link.dropsWithoutDemand }
}
