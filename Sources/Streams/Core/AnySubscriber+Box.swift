/// The inside of ``AnySubscriber``: functions made where the subscriber's type is known, for the reason told at ``Bond``.
@usableFromInline
class AnySubscriberBox<Input: Sendable, Failure: Error>: @unchecked Sendable {  // immutable; a base class cannot say so
    @usableFromInline typealias Begin = @Sendable (AnySubscriberBox<Input, Failure>, any Subscription) -> Void
    @usableFromInline typealias Give = @Sendable (AnySubscriberBox<Input, Failure>, Input) -> Subscribers.Demand
    @usableFromInline typealias End =
        @Sendable (AnySubscriberBox<Input, Failure>, Subscribers.Completion<Failure>) -> Void

    @usableFromInline let begin: Begin
    @usableFromInline let give: Give
    @usableFromInline let end: End

    @inlinable @inline(__always)
    init(begin: @escaping Begin, give: @escaping Give, end: @escaping End) {
        self.begin = begin
        self.give = give
        self.end = end
    }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
    @usableFromInline var description: String { "AnySubscriber" }
}

@usableFromInline
final class BoundSubscriberBox<Downstream: Subscriber>: AnySubscriberBox<Downstream.Input, Downstream.Failure>,
    @unchecked Sendable  // immutable, as its base
{
    @usableFromInline let downstream: Downstream

    @inlinable @inline(__always)
    init(_ downstream: Downstream) {
        self.downstream = downstream
        super.init(
            begin: { Self.of($0).downstream.receive(subscription: $1) },
            give: { Self.of($0).downstream.receive($1) },
            end: { Self.of($0).downstream.receive(completion: $1) })
    }

    @inlinable @inline(__always)
    static func of(_ box: AnySubscriberBox<Downstream.Input, Downstream.Failure>) -> BoundSubscriberBox<Downstream> {
        unsafeDowncast(box, to: BoundSubscriberBox<Downstream>.self)
    }

    @usableFromInline override var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    @usableFromInline override var description: String { String(describing: downstream) }
}
