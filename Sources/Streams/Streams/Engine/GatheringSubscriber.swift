public import Synchronization

/// The subscriber that runs the step of a gathering operator: it demands every upstream value and keeps the result
/// until it is demanded.
@usableFromInline
final class GatheringSubscriber<Operator: Publishers._GatheringOperator, Downstream: Subscriber>: ValueSubscription,
    Subscriber, @unchecked Sendable
where Downstream.Input == Operator.Output, Downstream.Failure == Operator.Failure {
    // Unchecked: only the owner of `loop` accesses `work`.
    /// The subscriber, and the value that waits until it is demanded.
    @usableFromInline
    struct Outlet: Sendable {
        @usableFromInline var downstream: Downstream?
        @usableFromInline var value: Operator.Output?
        @usableFromInline var isDemanded = false

        @_alwaysEmitIntoClient @inline(__always)
        init(_ downstream: Downstream) { self.downstream = downstream }
    }

    @usableFromInline typealias Input = Operator.Upstream.Output
    @usableFromInline typealias Failure = Operator.Upstream.Failure

    @usableFromInline let loop = DrainLoop()
    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let outlet: Mutex<Outlet>
    @usableFromInline let isCancelled = Atomic(false)
    @exclusivity(unchecked) @usableFromInline var work: Operator._Work?

    @_alwaysEmitIntoClient @inline(__always)
    init(_ work: Operator._Work, downstream: Downstream) {
        self.work = work
        outlet = Mutex(Outlet(downstream))
        super.init(
            request: { base, _ in unsafeDowncast(base, to: GatheringSubscriber.self).demand() },
            cancel: { unsafeDowncast($0, to: GatheringSubscriber.self).stop() })
    }

    @usableFromInline func receive(subscription: any Subscription) {
        // The loop is released before values are demanded, see StepSubscriber.
        guard loop.enter() else { return subscription.cancel() }
        begin(subscription)
        loop.leave()
        slot.start()
    }

    @usableFromInline func begin(_ subscription: any Subscription) {
        guard slot.hold(subscription) else { return }
        outlet.withLock { $0.downstream }?.receive(subscription: self)
        if work?.isOver == true { finish() } else { slot.request(.unlimited) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard loop.enter(or: { self.takeLate(input) }) else { return .none }
        take(input)
        loop.leave()
        return .none
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        loop.serialize(end(completion), or: { self.end(completion) })
    }

    @usableFromInline func takeLate(_ input: Input) { take(input) }

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

    @usableFromInline func finish() {
        guard slot.cancel() else { return }
        if let value = work?.result() { give(value) } else { give(.finished) }
    }

    @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
        guard slot.end() else { return }
        switch work?.end(completion) {
        case .finished: if let value = work?.result() { give(value) } else { give(.finished) }
        case .failure(let failure): give(.failure(failure))
        case nil: break
        }
    }

    /// Delivers the value and finishes, now or as soon as the value is demanded.
    @usableFromInline func give(_ value: Operator.Output) {
        work = nil
        let downstream = outlet.withLock { outlet -> Downstream? in
            if outlet.isDemanded { return outlet.downstream.take() }
            if outlet.downstream != nil { outlet.value = value }
            return nil
        }
        if let downstream { tell(downstream, value) }
    }

    /// Delivers the completion, which does not wait for demand.
    @usableFromInline func give(_ completion: Subscribers.Completion<Operator.Failure>) {
        work = nil
        outlet.withLock { $0.downstream.take() }?.receive(completion: completion)
    }

    /// Registers the demand, and delivers the value if it is present.
    @usableFromInline func demand() {
        let (downstream, value) = outlet.withLock { outlet -> (Downstream?, Operator.Output?) in
            outlet.isDemanded = true
            guard let value = outlet.value.take() else { return (nil, nil) }
            return (outlet.downstream.take(), value)
        }
        if let downstream, let value { tell(downstream, value) }
    }

    /// Delivers the value, and finishes.
    @usableFromInline func tell(_ downstream: Downstream, _ value: Operator.Output) {
        _ = downstream.receive(value)
        // The subscriber may have cancelled during the call above.
        if !isCancelled.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
    }

    @usableFromInline func stop() {
        isCancelled.store(true, ordering: .releasing)
        let last = outlet.withLock { ($0.downstream.take(), $0.value.take()) }
        _ = last
        slot.cancel()
        loop.serialize(work = nil, or: { self.work = nil })
    }
}
