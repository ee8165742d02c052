/// A subscriber whose type has been forgotten.
@frozen
public struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let box: AnySubscriberBox<Input, Failure>

    /// Forgets the type of a subscriber.
    ///
    /// - Parameter subscriber: Who is told everything.
    @inlinable @inline(__always)
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
        } else {
            box = BoundSubscriberBox(subscriber)
        }
    }

    /// Makes a subscriber that feeds a subject.
    ///
    /// - Parameter subject: Who is fed.
    public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
        self.init(SubjectFeed(subject))
    }

    /// Makes a subscriber of closures; what is left out is answered with nothing, and demands nothing.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Takes the subscription.
    ///   - receiveValue: Takes a value and says how many more are wanted.
    ///   - receiveCompletion: Takes the end.
    public init(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.init(
            ClosureSubscriber(
                receiveSubscription: receiveSubscription, receiveValue: receiveValue,
                receiveCompletion: receiveCompletion))
    }

    /// The identifier of the subscriber inside.
    public var combineIdentifier: CombineIdentifier { box.combineIdentifier }

    /// Passes on the subscription.
    @inlinable
    public func receive(subscription: any Subscription) { box.receive(subscription: subscription) }

    /// Passes on a value.
    @inlinable @inline(__always)
    public func receive(_ value: Input) -> Subscribers.Demand { box.deliver(box, value) }

    /// Passes on the end.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) { box.receive(completion: completion) }
}

extension AnySubscriber: CustomStringConvertible {
    /// Says of what it is an erasure.
    public var description: String { box.description }
}

/// The inside of ``AnySubscriber``.
///
/// Values go through `deliver`, a function made where the subscriber's type is known and so compiled for it. An
/// overridden method of a generic class would run its unspecialised body, which costs ten times as much.
@usableFromInline
class AnySubscriberBox<Input: Sendable, Failure: Error>: @unchecked Sendable {  // immutable; a base class cannot say so
    @usableFromInline let deliver: @Sendable (AnySubscriberBox<Input, Failure>, Input) -> Subscribers.Demand

    @inlinable @inline(__always)
    init(deliver: @escaping @Sendable (AnySubscriberBox<Input, Failure>, Input) -> Subscribers.Demand) {
        self.deliver = deliver
    }

    @usableFromInline func receive(subscription: any Subscription) {}
    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {}
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
        super.init { box, value in
            unsafeDowncast(box, to: BoundSubscriberBox<Downstream>.self).downstream.receive(value)
        }
    }

    @inlinable
    override func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
    @inlinable
    override func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
    @usableFromInline override var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    @usableFromInline override var description: String { String(describing: downstream) }
}

/// A subscriber of closures.
private final class ClosureSubscriber<Input: Sendable, Failure: Error>: Subscriber {
    let receiveSubscription: (@Sendable (any Subscription) -> Void)?
    let receiveValue: (@Sendable (Input) -> Subscribers.Demand)?
    let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?

    init(
        receiveSubscription: (@Sendable (any Subscription) -> Void)?,
        receiveValue: (@Sendable (Input) -> Subscribers.Demand)?,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
    ) {
        self.receiveSubscription = receiveSubscription
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    func receive(subscription: any Subscription) { receiveSubscription?(subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { receiveValue?(input) ?? .none }
    func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion?(completion) }
}
