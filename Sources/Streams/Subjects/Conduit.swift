/// What a subject keeps of one subscriber, and the subscription which that subscriber holds.
///
/// `slot` and the downstream belong to the holder of the subject's turn. Values go through `deliver`, for the reason told
/// at ``AnySubscriberBox``.
@usableFromInline
class Conduit<Output: Sendable, Failure: Error>: Subscription, @unchecked Sendable {  // vars: the turn's holder's
    @usableFromInline typealias Deliver = @Sendable (Conduit<Output, Failure>, Output) -> Subscribers.Demand

    @usableFromInline let gauge = DemandGauge()
    @usableFromInline let owner: any ConduitOwner<Output, Failure>
    @usableFromInline let deliver: Deliver
    /// Where it stands in the list of its subject; -1 outside.
    @exclusivity(unchecked) @usableFromInline var slot = -1
    /// Whether it has had the latest value; only a subject with a current value asks.
    @exclusivity(unchecked) @usableFromInline var isUpToDate = false

    @inlinable @inline(__always)
    init(owner: any ConduitOwner<Output, Failure>, deliver: @escaping Deliver) {
        self.owner = owner
        self.deliver = deliver
    }

    /// Delivers a value if it is wanted; `false` when it was not.
    @inlinable @inline(__always) @discardableResult
    func offer(_ value: Output) -> Bool {
        if gauge.isUnlimited {
            _ = deliver(self, value)
            return true
        }
        return offerBounded(value)
    }

    @inlinable
    func offerBounded(_ value: Output) -> Bool {
        guard gauge.takeBounded() else { return false }
        gauge.add(deliver(self, value))
        return true
    }

    /// Tells the subscriber the end, unless it has cancelled.
    @inlinable
    final func finish(_ completion: Subscribers.Completion<Failure>) {
        if gauge.close() { deliver(completion) }
    }

    @usableFromInline func deliver(_ completion: Subscribers.Completion<Failure>) {}

    /// Lets go of the subscriber.
    @usableFromInline func detach() {}

    @inlinable
    final func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        if gauge.add(demand) { owner.hasDemand(self) }
    }

    @inlinable
    final func cancel() {
        if gauge.close() { owner.hasCancelled(self) }
    }

    @usableFromInline final var dropsWithoutDemand: Bool { true }
}

/// The conduit to a subscriber of known type.
@usableFromInline
final class BoundConduit<Downstream: Subscriber>: Conduit<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // vars belong to the turn's holder
{
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?

    @inlinable @inline(__always)
    init(owner: any ConduitOwner<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        self.downstream = downstream
        super.init(owner: owner) { conduit, value in
            unsafeDowncast(conduit, to: BoundConduit<Downstream>.self).downstream?.receive(value) ?? .none
        }
    }

    @inlinable
    override func deliver(_ completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.take()?.receive(completion: completion)
    }

    @inlinable
    override func detach() {
        // Taken out first: what is released may be the caller's code.
        _ = downstream.take()
    }
}

/// A subject as its conduits see it.
@usableFromInline
protocol ConduitOwner<Output, Failure>: AnyObject, Sendable {
    associatedtype Output: Sendable
    associatedtype Failure: Error

    /// `conduit` wants values, more than before.
    func hasDemand(_ conduit: Conduit<Output, Failure>)
    /// `conduit` wants nothing any more.
    func hasCancelled(_ conduit: Conduit<Output, Failure>)
}
