/// Who takes the subscription for an ``AnySubscriber``.
///
/// An operator that needs no object of its own passes the subscription on as it is. Between two erasures it does not have to:
/// the subscription goes straight to the last of the chain, which saves the stack two calls or more for every operator.
@usableFromInline
class SubscriptionReceiver: @unchecked Sendable {  // immutable; a base class cannot say so
    @usableFromInline typealias Begin = @Sendable (SubscriptionReceiver, any Subscription) -> Void

    @usableFromInline let begin: Begin

    @inlinable @inline(__always)
    init(begin: @escaping Begin) { self.begin = begin }
}

/// The inside of ``AnySubscriber``: functions made where the subscriber's type is known, for the reason told at ``Bond``.
@usableFromInline
class AnySubscriberBox<Input: Sendable, Failure: Error>: SubscriptionReceiver, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (AnySubscriberBox<Input, Failure>, Input) -> Subscribers.Demand
    @usableFromInline typealias End =
        @Sendable (AnySubscriberBox<Input, Failure>, Subscribers.Completion<Failure>) -> Void

    /// Who takes the subscription instead.
    @usableFromInline let entrance: SubscriptionReceiver?
    @usableFromInline let give: Give
    @usableFromInline let end: End

    @inlinable @inline(__always)
    init(entrance: SubscriptionReceiver?, begin: @escaping Begin, give: @escaping Give, end: @escaping End) {
        self.entrance = entrance
        self.give = give
        self.end = end
        super.init(begin: begin)
    }

    /// Who takes the subscription.
    @inlinable final var door: SubscriptionReceiver { entrance ?? self }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
    @usableFromInline var description: String { "AnySubscriber" }
}

@usableFromInline
final class BoundSubscriberBox<Downstream: Subscriber>: AnySubscriberBox<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // immutable, as its base
{
    @usableFromInline let downstream: Downstream

    @inlinable @inline(__always)
    init(_ downstream: Downstream, entrance: SubscriptionReceiver? = nil) {
        self.downstream = downstream
        super.init(
            entrance: entrance,
            begin: { Self.of($0).downstream.receive(subscription: $1) },
            give: { Self.of($0).downstream.receive($1) },
            end: { Self.of($0).downstream.receive(completion: $1) })
    }

    @inlinable @inline(__always)
    static func of(_ box: SubscriptionReceiver) -> BoundSubscriberBox<Downstream> {
        unsafeDowncast(box, to: BoundSubscriberBox<Downstream>.self)
    }

    @usableFromInline override var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    @usableFromInline override var description: String { String(describing: downstream) }
}
