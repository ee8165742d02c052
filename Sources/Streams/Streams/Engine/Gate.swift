public import Synchronization

/// The subscriber of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`: publishes values before, or after, the
/// first value of a second publisher.
@usableFromInline
final class GateSubscriber<Downstream: Subscriber>: UpstreamSubscription, Subscriber, @unchecked Sendable {
    // Unchecked: only the owner of `loop` accesses the variables.
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let opensOnSignal: Bool
    @usableFromInline let isOpen: Atomic<Bool>
    @usableFromInline let signal = UpstreamSlot()
    @usableFromInline let loop = DrainLoop()
    @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>
    @exclusivity(unchecked) @usableFromInline var isBegun = false
    /// The completion that was determined before the upstream subscription arrived.
    @exclusivity(unchecked) @usableFromInline var early: Subscribers.Completion<Failure>?

    @_alwaysEmitIntoClient init(downstream: Downstream, opensOnSignal: Bool) {
        self.downstream = ReleasableBox(downstream)
        self.opensOnSignal = opensOnSignal
        isOpen = Atomic(!opensOnSignal)
        super.init(cancel: { unsafeDowncast($0, to: GateSubscriber.self).stop() })
    }

    @usableFromInline override var description: String { opensOnSignal ? "DropUntilOutput" : "PrefixUntilOutput" }

    /// Passes this subscription downstream before there is one of upstream.
    @usableFromInline func begin() {
        guard loop.enter() else { return }
        isBegun = true
        downstream.lend { $0.receive(subscription: self) }
        loop.leave()
    }

    @usableFromInline func receive(subscription: any Subscription) {
        // The loop is released before values are demanded, see StepSubscriber.
        guard loop.enter(or: { self.acceptLate(subscription) }) else { return }
        accept(subscription)
        loop.leave()
        slot.start()
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        guard loop.enter(or: { self.takeLate(input) }) else { return .none }
        let demand = take(input)
        loop.leave()
        return demand
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) { end(completion) }

    /// Handles the first value of the second publisher.
    @_alwaysEmitIntoClient func opened() {
        signal.cancel()
        if opensOnSignal { isOpen.store(true, ordering: .releasing) } else { end(.finished) }
    }

    /// Ends the stream because of a completion of either publisher.
    @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
        loop.serialize(finish(completion), or: { self.finish(completion) })
    }

    @usableFromInline func acceptLate(_ subscription: any Subscription) {
        accept(subscription)
        slot.start()
    }

    /// Processes an enqueued value, and requests the additional demand from upstream.
    @_alwaysEmitIntoClient func takeLate(_ input: Input) {
        let demand = take(input)
        if demand > .none { slot.request(demand) }
    }

    @usableFromInline func accept(_ subscription: any Subscription) {
        _ = slot.hold(subscription)
        guard !isBegun else { return }
        isBegun = true
        downstream.lend { $0.receive(subscription: self) }
        if let early, slot.cancel() { downstream.take()?.receive(completion: early) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func take(_ input: Input) -> Subscribers.Demand {
        guard slot.isOpen else { return .none }
        guard isOpen.load(ordering: .acquiring) else { return .max(1) }
        return downstream.lend { $0.receive(input) } ?? .none
    }

    @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>) {
        signal.cancel()
        if !isBegun {
            slot.close()
            early = early ?? completion
        } else if slot.cancel() {
            downstream.take()?.receive(completion: completion)
        }
    }

    @usableFromInline func stop() {
        let isFirst = slot.cancel()
        signal.cancel()
        if isFirst { loop.serialize(_ = downstream.take(), or: { self.downstream.take() }) }
    }
}

/// The subscriber of the second publisher.
@usableFromInline @frozen
struct GateSignal<Input: Sendable, Failure: Error, Downstream: Subscriber>: Subscriber {
    @usableFromInline let gate: GateSubscriber<Downstream>
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @_alwaysEmitIntoClient init(gate: GateSubscriber<Downstream>) { self.gate = gate }

    @usableFromInline func receive(subscription: any Subscription) {
        if gate.signal.accept(subscription) != nil { subscription.request(.max(1)) }
    }

    @_alwaysEmitIntoClient func receive(_ input: Input) -> Subscribers.Demand {
        guard gate.signal.isOpen else { return .none }
        gate.opened()
        return .none
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard gate.signal.end(), gate.opensOnSignal else { return }
        switch completion {
        case .finished: gate.end(.finished)
        case .failure(let failure): if let failure = failure as? Downstream.Failure { gate.end(.failure(failure)) }
        }
    }
}
