/// The subscription of an operator that never calls downstream because of a demand: it knows upstream, and nothing of downstream.
///
/// The other part of such an operator is a struct, which upstream alone holds; it has the downstream, and whatever closures it
/// needs, and goes when upstream lets go of it. See ``Tether``.
@usableFromInline
class Tie: Bond, @unchecked Sendable {  // a Link and constants
    @usableFromInline let link = Link()

    @inlinable @inline(__always)
    override init(
        request: @escaping Request = { Tie.at($0).link.request($1) },
        cancel: @escaping Cancel = { Tie.at($0).link.cancel() }
    ) {
        super.init(request: request, cancel: cancel)
    }

    @inlinable @inline(__always)
    static func at(_ bond: Bond) -> Tie { unsafeDowncast(bond, to: Tie.self) }

    /// Keeps `subscription` and passes itself on to `downstream`; a second one is refused.
    @inlinable
    final func begin(_ subscription: any Subscription, downstream: some Subscriber) {
        guard let early = link.accept(subscription) else { return }
        downstream.receive(subscription: self)
        if early > .none { subscription.request(early) }
    }

    @usableFromInline override final var dropsWithoutDemand: Bool { link.dropsWithoutDemand }
}
