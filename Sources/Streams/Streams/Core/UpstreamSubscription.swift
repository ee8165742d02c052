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
    @usableFromInline
    final func begin(_ subscription: any Subscription, downstream: some Subscriber) {
        guard slot.hold(subscription) else { return }
        downstream.receive(subscription: self)
        slot.start()
    }

    /// Forwards the request, so that the rule of the upstream publisher applies.
    @usableFromInline override final func requestNone() { requestBody(self, .none) }

    @usableFromInline override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
}
