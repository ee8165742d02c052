/// The subscription of an operator that never calls downstream in response to demand: it requests values from upstream.
///
/// Most operators of this kind have a second part, a struct that only upstream references. It contains downstream and
/// the operator's closures, and is deallocated when upstream releases it. See ``ReleasableBox``.
@usableFromInline
class UpstreamSubscription: ValueSubscription, @unchecked Sendable {  // an UpstreamSlot and constants
    @usableFromInline let slot = UpstreamSlot()

    @inlinable @inline(__always)
    override init(
        request: @escaping Request = { unsafeDowncast($0, to: UpstreamSubscription.self).slot.request($1) },
        cancel: @escaping Cancel = { unsafeDowncast($0, to: UpstreamSubscription.self).slot.cancel() }
    ) {
        super.init(request: request, cancel: cancel)
    }

    /// Stores `subscription` and passes this object to `downstream`; a second subscription is refused.
    ///
    /// Demand is forwarded afterwards, so that no other thread delivers a value during that call.
    @usableFromInline final func begin(_ subscription: any Subscription, downstream: some Subscriber) {
        guard slot.hold(subscription) else { return }
        downstream.receive(subscription: self)
        slot.start()
    }

    /// Releases the stored closures and values of the subclass at the end of the stream.
    @usableFromInline func discard() {}

    /// Forwards the request, so that the rule of the upstream publisher applies.
    @usableFromInline override final func requestNone() { requestBody(self, .none) }

    @usableFromInline override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
}

/// The subscriber of an operator whose subscription does the work: it forwards every event.
@usableFromInline @frozen
struct ForwardingSubscriber<Downstream: Subscriber>: Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstreamSubscription: UpstreamSubscription

    @_alwaysEmitIntoClient init(downstream: Downstream, upstreamSubscription: UpstreamSubscription) {
        self.downstream = downstream
        self.upstreamSubscription = upstreamSubscription
    }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(upstreamSubscription) }

    @_alwaysEmitIntoClient
    func receive(subscription: any Subscription) { upstreamSubscription.begin(subscription, downstream: downstream) }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        upstreamSubscription.slot.isOpen ? downstream.receive(input) : .none
    }

    @_alwaysEmitIntoClient
    func receive(completion: Subscribers.Completion<Failure>) {
        // A closed slot ends later, when its subscription is cancelled.
        guard upstreamSubscription.slot.isOpen, upstreamSubscription.slot.end() else { return }
        upstreamSubscription.discard()
        downstream.receive(completion: completion)
    }
}
