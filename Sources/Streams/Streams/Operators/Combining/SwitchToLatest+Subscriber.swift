public import Synchronization

/// The subscriber of `switchToLatest()`: it subscribes to each publisher that it receives, and publishes the values of
/// the latest publisher.
@usableFromInline
final class SwitchSubscriber<Input: Publisher, Downstream: Subscriber>: ValueSubscription, Subscriber,
    @unchecked Sendable
where Input.Output == Downstream.Input, Input.Failure == Downstream.Failure {
    // Unchecked: only the thread that owns `loop` accesses the variables.
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let arbiter = SubscriptionArbiter()
    @usableFromInline let loop = DrainLoop()
    /// The number of the latest inner publisher, counted from 1; 0 before the first.
    @usableFromInline let latest = Atomic(0)
    @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>
    /// The number of the inner publisher that has not finished; 0 if there is none.
    @exclusivity(unchecked) @usableFromInline var running = 0
    /// Whether the upstream publisher has finished.
    @exclusivity(unchecked) @usableFromInline var isUpstreamOver = false

    @_alwaysEmitIntoClient @inline(__always)
    init(downstream: Downstream) {
        self.downstream = ReleasableBox(downstream)
        super.init(
            request: { unsafeDowncast($0, to: SwitchSubscriber.self).arbiter.request($1) },
            cancel: { unsafeDowncast($0, to: SwitchSubscriber.self).stop() })
    }

    @usableFromInline override var description: String { "SwitchToLatest" }
    /// Values of a replaced publisher are not kept until they are demanded.
    @usableFromInline override var dropsWithoutDemand: Bool { true }

    /// Passes this subscription downstream; call it before subscribing to the upstream publisher.
    @usableFromInline func begin() { downstream.held?.receive(subscription: self) }

    @usableFromInline func receive(subscription: any Subscription) {
        if slot.accept(subscription) != nil { subscription.request(.unlimited) }
    }

    /// Subscribes outside the drain loop, so that a subscriber can stop an endless publisher.
    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard slot.isOpen else { return .none }
        let number = latest.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        arbiter.drop()
        loop.serialize(running = number, or: { self.running = number })
        input.receive(subscriber: Inner(parent: self, number: number))
        return .none
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        if slot.end() { loop.serialize(endOuter(completion), or: { self.endOuter(completion) }) }
    }

    @usableFromInline func stop() {
        // Closed first: what the cancellation causes upstream must neither publish a value nor begin a publisher.
        slot.close()
        let isFirst = arbiter.cancel()
        slot.cancel()
        if isFirst { loop.serialize(_ = downstream.take(), or: { self.downstream.take() }) }
    }

    // MARK: Inside the drain loop

    @_alwaysEmitIntoClient @inline(__always)
    func deliver(_ value: Downstream.Input, _ number: Int) {
        guard number == latest.load(ordering: .acquiring), arbiter.take(from: number) else { return }
        let more = downstream.lend { $0.receive(value) } ?? .none
        if more > .none { arbiter.request(more) }
    }

    @_alwaysEmitIntoClient func endInner(_ completion: Subscribers.Completion<Failure>, _ number: Int) {
        // The first completion counts.
        guard number == latest.load(ordering: .acquiring), number == running else { return }
        running = 0
        switch completion {
        case .failure: finish(completion)
        case .finished: if isUpstreamOver { finish(.finished) }
        }
    }

    @_alwaysEmitIntoClient func endOuter(_ completion: Subscribers.Completion<Failure>) {
        isUpstreamOver = true
        switch completion {
        case .failure: finish(completion)
        case .finished: if running == 0 { finish(.finished) }
        }
    }

    @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>) {
        slot.cancel()
        if arbiter.cancel() { downstream.take()?.receive(completion: completion) }
    }

    /// The subscriber of one of the publishers.
    @usableFromInline @frozen
    struct Inner: Subscriber {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure

        @usableFromInline let parent: SwitchSubscriber
        @usableFromInline let number: Int
        @usableFromInline let combineIdentifier = CombineIdentifier()

        @_alwaysEmitIntoClient @inline(__always)
        init(parent: SwitchSubscriber, number: Int) {
            self.parent = parent
            self.number = number
        }

        @usableFromInline func receive(subscription: any Subscription) {
            guard number == parent.latest.load(ordering: .acquiring) else { return subscription.cancel() }
            parent.arbiter.accept(subscription, number: number)
        }

        @_alwaysEmitIntoClient @inline(__always)
        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            guard number == parent.latest.load(ordering: .acquiring) else { return .none }
            parent.loop.serialize(parent.deliver(input, number), or: { self.parent.deliver(input, self.number) })
            return .none
        }

        @usableFromInline func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            parent.loop.serialize(
                parent.endInner(completion, number), or: { self.parent.endInner(completion, self.number) })
        }
    }
}
