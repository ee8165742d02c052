/// The subscriber that runs a step with state, or a step that may end the stream.
///
/// It is one object: the storage of the ``AnySubscriber`` for upstream, and the subscription for downstream.
@usableFromInline
final class StepSubscriber<Work: Publishers._Step, Held: Releasable<Work>>: AnySubscriberBox<
    Work.Input, Work.InputFailure
>,
@unchecked Sendable  // only the owner of `loop` accesses the variables
{
    @usableFromInline let loop = DrainLoop()
    @usableFromInline let slot = UpstreamSlot()
    @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<AnySubscriberBox<Work.Output, Work.Failure>>
    @exclusivity(unchecked) @usableFromInline var work: Held
    /// Whether the operator finishes without a value.
    @usableFromInline let isOver: Bool

    @_alwaysEmitIntoClient @inline(__always)
    init(_ work: Work, downstream: AnySubscriberBox<Work.Output, Work.Failure>) {
        (self.work, isOver) = (Held(work), work.isOver)
        self.downstream = ReleasableBox(downstream)
        super.init { unsafeDowncast($0, to: StepSubscriber<Work, Held>.self).receive($1) }
    }

    @usableFromInline override func add(_ demand: Subscribers.Demand) { slot.request(demand) }

    /// Traps, except for a step that passes every value, where the rule of the upstream publisher applies.
    @usableFromInline override func requestNone() {
        if Work.self is any PassesEveryValue.Type { slot.request(.none) } else { super.requestNone() }
    }

    @usableFromInline override func begin(_ subscription: any Subscription) {
        // The loop is owned while the subscription is passed downstream, so that events of a faster upstream are
        // enqueued. It is released before values are demanded, so that downstream can stop an upstream that publishes
        // synchronously.
        guard loop.enter() else { return subscription.cancel() }
        if slot.hold(subscription) {
            downstream.held?.open(self)
            if isOver { finish(nil) }
        }
        loop.leave()
        slot.start()
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Work.Input) -> Subscribers.Demand {
        guard loop.enter(or: { self.takeLate(input) }) else { return .none }
        let demand = take(input)
        loop.leave()
        return demand
    }

    @usableFromInline override func end(_ failure: (any Error)?) {
        loop.serialize(handleEnd(failure), or: { self.handleEnd(failure) })
    }

    @usableFromInline override func cancel() {
        if slot.cancel() { loop.serialize(_ = release(), or: { self.release() }) }
    }

    // MARK: Called by the owner of the loop

    /// Processes an enqueued value, and requests the additional demand from upstream.
    @usableFromInline func takeLate(_ input: Work.Input) {
        let demand = take(input)
        if demand > .none { slot.request(demand) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func take(_ input: Work.Input) -> Subscribers.Demand {
        guard slot.isOpen else { return .none }
        switch work.change({ $0.take(input) }) {
        case .pass(let value): return downstream.lend { $0.deliver(value) } ?? .none
        case .skip: return .max(1)
        case .last(let value):
            downstream.lend { _ = $0.deliver(value) }
            finish(nil)
        case .finish: finish(nil)
        case .fail(let failure): finish(failure)
        case nil: break
        }
        return .none
    }

    @usableFromInline func finish(_ failure: (any Error)?) {
        if slot.cancel() { release()?.end(failure) }
    }

    @usableFromInline func handleEnd(_ failure: (any Error)?) {
        guard slot.end() else { return }
        // Each step finishes when upstream finishes.
        let end = failure.flatMap { failure in
            work.change { $0.end(Subscribers.Completion(failure)) }?.failure
        }
        release()?.end(end)
    }

    /// Releases the step and the subscriber, and returns the subscriber.
    @usableFromInline @discardableResult func release() -> AnySubscriberBox<Work.Output, Work.Failure>? {
        work.release()
        let last = downstream.held
        downstream.held = nil
        return last
    }

    @usableFromInline override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
}

/// A step that publishes one value for each upstream value and changes no demand.
@usableFromInline
protocol PassesEveryValue {}
