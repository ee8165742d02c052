/// The receiver of the subscription of an ``AnySubscriber``.
///
/// A stateless operator passes its upstream subscription on unchanged. Between two type-erased neighbours it hands the
/// subscription directly to the last subscriber of the erased chain, which saves two or more stack frames per operator.
@usableFromInline
class SubscriptionReceiver: @unchecked Sendable {  // immutable, but a base class cannot declare it
    @usableFromInline typealias Begin = @Sendable (SubscriptionReceiver, any Subscription) -> Void

    @usableFromInline let begin: Begin

    @_alwaysEmitIntoClient @inline(__always)
    init(begin: @escaping Begin) { self.begin = begin }
}

/// The storage of ``AnySubscriber``: closures that are compiled where the subscriber's type is known, for the reason
/// described at ``SubscriptionBase``.
@usableFromInline
class AnySubscriberBox<Input: Sendable, Failure: Error>: SubscriptionReceiver, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (AnySubscriberBox<Input, Failure>, Input) -> Subscribers.Demand
    @usableFromInline typealias End =
        @Sendable (AnySubscriberBox<Input, Failure>, Subscribers.Completion<Failure>) -> Void

    /// The receiver that takes the subscription in place of this box; `nil` if the box takes it itself.
    @usableFromInline let entrance: SubscriptionReceiver?
    @usableFromInline let give: Give
    @usableFromInline let end: End

    @_alwaysEmitIntoClient @inline(__always)
    init(entrance: SubscriptionReceiver?, begin: @escaping Begin, give: @escaping Give, end: @escaping End) {
        self.entrance = entrance
        self.give = give
        self.end = end
        super.init(begin: begin)
    }

    /// The receiver that takes the subscription.
    @_alwaysEmitIntoClient final var door: SubscriptionReceiver { entrance ?? self }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
    @usableFromInline var description: String { "AnySubscriber" }
    /// Whether the subscriber accepts a result without a subscription.
    @usableFromInline var needsNoSubscription: Bool { false }
}

/// The storage of ``AnySubscriber`` for a subscriber of a known type.
@usableFromInline
final class BoundSubscriberBox<Downstream: Subscriber>: AnySubscriberBox<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // immutable, as its base
{
    @usableFromInline let downstream: Downstream

    @_alwaysEmitIntoClient @inline(__always)
    init(_ downstream: Downstream, entrance: SubscriptionReceiver? = nil) {
        self.downstream = downstream
        super.init(
            entrance: entrance,
            begin: { Self.of($0).downstream.receive(subscription: $1) },
            give: { Self.of($0).downstream.receive($1) },
            end: { Self.of($0).downstream.receive(completion: $1) })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ box: SubscriptionReceiver) -> BoundSubscriberBox<Downstream> {
        unsafeDowncast(box, to: BoundSubscriberBox<Downstream>.self)
    }

    @usableFromInline override var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    @usableFromInline override var description: String { String(describing: downstream) }
    @usableFromInline override var needsNoSubscription: Bool { downstream._needsNoSubscription }
}
