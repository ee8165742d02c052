/// The subscriber that runs a gathering step: it demands every upstream value and keeps the result until it is
/// demanded.
@usableFromInline
final class GatheringSubscriber<Work: Publishers._GatheringStep, Downstream: Subscriber>: ValueSubscription, Subscriber,
    @unchecked Sendable
where Downstream.Input == Work.Output, Downstream.Failure == Work.Failure {
    // Unchecked: only the owner of `loop` accesses `work`.
    @usableFromInline typealias Input = Work.Input
    @usableFromInline typealias Failure = Work.InputFailure

    @usableFromInline
    enum Event: Sendable {
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
        case stop
    }

    @usableFromInline let loop = DrainLoop()
    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let outlet: ScalarStep<Downstream>
    @exclusivity(unchecked) @usableFromInline var work: Work?

    @_alwaysEmitIntoClient @inline(__always)
    init(_ work: Work, downstream: Downstream) {
        self.work = work
        outlet = ScalarStep(downstream)
        super.init(
            request: { base, _ in Self.of(base).outlet.request() },
            cancel: { Self.of($0).stop() })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ base: SubscriptionBase) -> GatheringSubscriber<Work, Downstream> {
        unsafeDowncast(base, to: GatheringSubscriber<Work, Downstream>.self)
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        // The loop is released before values are demanded, see StepSubscriber.
        guard loop.enter() else { return subscription.cancel() }
        begin(subscription)
        loop.leave()
        slot.start()
    }

    @usableFromInline
    func begin(_ subscription: any Subscription) {
        guard slot.hold(subscription) else { return }
        outlet.downstream?.receive(subscription: self)
        if work?.isOver == true { finish() } else { slot.request(.unlimited) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard loop.enter(or: { self.handle(.value(input)) }) else { return .none }
        take(input)
        loop.leave()
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        guard loop.enter(or: { self.handle(.completion(completion)) }) else { return }
        end(completion)
        loop.leave()
    }

    @usableFromInline
    func handle(_ event: Event) {
        switch event {
        case .value(let input): take(input)
        case .completion(let completion): end(completion)
        case .stop: work = nil
        }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func take(_ input: Input) {
        guard slot.isOpen else { return }
        switch work?.take(input) {
        case .pass, .skip, nil: break
        case .last(let value): if slot.cancel() { give(value) }
        case .finish: finish()
        case .fail(let failure): if slot.cancel() { give(.failure(failure)) }
        }
    }

    @usableFromInline
    func finish() {
        guard slot.cancel() else { return }
        if let value = work?.result() { give(value) } else { give(.finished) }
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Failure>) {
        guard slot.end() else { return }
        switch work?.end(completion) {
        case .finished: if let value = work?.result() { give(value) } else { give(.finished) }
        case .failure(let failure): give(.failure(failure))
        case nil: break
        }
    }

    @usableFromInline
    func give(_ value: Work.Output) {
        work = nil
        outlet.give(value)
    }

    @usableFromInline
    func give(_ completion: Subscribers.Completion<Work.Failure>) {
        work = nil
        outlet.give(completion)
    }

    @usableFromInline
    func stop() {
        outlet.close()
        slot.cancel()
        guard loop.enter(or: { self.handle(.stop) }) else { return }
        work = nil
        loop.leave()
    }
}
