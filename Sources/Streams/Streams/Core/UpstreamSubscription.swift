/// The subscription of an operator that never calls downstream because of a demand: it knows upstream, and nothing of downstream.
///
/// The other part of such an operator is a struct, which upstream alone holds; it has the downstream, and whatever closures it
/// needs, and goes when upstream lets go of it. See ``Tether``.
@usableFromInline
class UpstreamSubscription: SubscriptionBase, @unchecked Sendable {  // a Link and constants
    @usableFromInline let slot = UpstreamSlot()

    @inlinable @inline(__always)
    override init(
        request: @escaping Request = { UpstreamSubscription.at($0).slot.request($1) },
        cancel: @escaping Cancel = { UpstreamSubscription.at($0).slot.cancel() }
    ) {
        super.init(request: request, cancel: cancel)
    }

    @inlinable @inline(__always)
    static func at(_ base: SubscriptionBase) -> UpstreamSubscription { unsafeDowncast(base, to: UpstreamSubscription.self) }

    /// Keeps `subscription` and passes itself on to `downstream`; a second one is refused.
    @inlinable
    final func begin(_ subscription: any Subscription, downstream: some Subscriber) {
        guard let early = slot.accept(subscription) else { return }
        downstream.receive(subscription: self)
        if early > .none { subscription.request(early) }
    }

    @usableFromInline override final var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
}
