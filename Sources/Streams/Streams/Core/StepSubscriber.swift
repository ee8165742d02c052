/// The subscriber that runs a step with state, or a step that may end the stream.
@usableFromInline
final class StepSubscriber<Work: Publishers._Step, Downstream: Subscriber>: SubscriptionBase, Subscriber,
    @unchecked Sendable
where Downstream.Input == Work.Output, Downstream.Failure == Work.Failure {
    // Unchecked: only the owner of `loop` accesses the variables.
    @usableFromInline typealias Input = Work.Input
    @usableFromInline typealias Failure = Work.InputFailure

    @usableFromInline let loop = DrainLoop<Action>()
    @usableFromInline let slot = UpstreamSlot()
    @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>
    @exclusivity(unchecked) @usableFromInline var work: Work?

    @_alwaysEmitIntoClient @inline(__always)
    init(_ work: Work, downstream: Downstream) {
        self.work = work
        self.downstream = ReleasableBox(downstream)
        super.init(request: { Self.of($0).slot.request($1) }, cancel: { Self.of($0).stop() })
    }

    /// Traps, except for a step that passes every value: there the rule of the upstream publisher holds.
    @usableFromInline override func requestNone() {
        if Work.self is any PassesEveryValue.Type { slot.request(.none) } else { super.requestNone() }
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ base: SubscriptionBase) -> StepSubscriber<Work, Downstream> {
        unsafeDowncast(base, to: StepSubscriber<Work, Downstream>.self)
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(subscription: any Subscription) {
        // The loop is owned while the subscription is passed downstream, so that events of a faster upstream are
        // enqueued. It is released before values are demanded, so that downstream can stop an upstream that publishes
        // synchronously.
        guard loop.enter() else { return subscription.cancel() }
        begin(subscription)
        loop.leave()
        slot.start()
    }

    @_alwaysEmitIntoClient
    func begin(_ subscription: any Subscription) {
        guard slot.hold(subscription) else { return }
        downstream.lend { $0.receive(subscription: self) }
        if work?.isOver == true { finish(.finished) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard loop.enter(or: { self.takeLate(input) }) else { return .none }
        let demand = take(input)
        loop.leave()
        return demand
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(completion: Subscribers.Completion<Failure>) {
        guard loop.enter(or: { self.end(completion) }) else { return }
        end(completion)
        loop.leave()
    }

    @_alwaysEmitIntoClient
    func stop() {
        guard slot.cancel(), loop.enter(or: { self.letGo() }) else { return }
        letGo()
        loop.leave()
    }

    // MARK: Called by the owner of the loop

    /// Processes an enqueued value, and requests the additional demand from upstream.
    @_alwaysEmitIntoClient
    func takeLate(_ input: Input) {
        let demand = take(input)
        if demand > .none { slot.request(demand) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func take(_ input: Input) -> Subscribers.Demand {
        guard slot.isOpen else { return .none }
        switch work?.take(input) {
        case .pass(let value): return downstream.lend { $0.receive(value) } ?? .none
        case .skip: return .max(1)
        case .last(let value):
            downstream.lend { _ = $0.receive(value) }
            finish(.finished)
        case .finish: finish(.finished)
        case .fail(let failure): finish(.failure(failure))
        case nil: break
        }
        return .none
    }

    @_alwaysEmitIntoClient
    func finish(_ completion: Subscribers.Completion<Work.Failure>) {
        guard slot.cancel() else { return }
        work = nil
        downstream.take()?.receive(completion: completion)
    }

    @_alwaysEmitIntoClient
    func end(_ completion: Subscribers.Completion<Failure>) {
        guard slot.end() else { return }
        let end = work?.end(completion)
        work = nil
        let downstream = downstream.take()
        if let end { downstream?.receive(completion: end) }
    }

    @_alwaysEmitIntoClient
    func letGo() {
        work = nil
        downstream.take()
    }

    @usableFromInline override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
}

/// A step that publishes one value for each upstream value and changes no demand.
@usableFromInline
protocol PassesEveryValue {}
