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

    /// Forgets the type of a subscriber that would pass its subscription on to `entrance`.
    @inlinable @inline(__always)
    init<S: Subscriber>(_ subscriber: S, entrance: SubscriptionReceiver) where S.Input == Input, S.Failure == Failure {
        box = BoundSubscriberBox(subscriber, entrance: entrance)
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
    @preconcurrency
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
    public func receive(subscription: any Subscription) { box.door.begin(box.door, subscription) }

    /// Passes on a value.
    @inlinable @inline(__always)
    public func receive(_ value: Input) -> Subscribers.Demand { box.give(box, value) }

    /// Passes on the end.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) { box.end(box, completion) }
}

extension AnySubscriber: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
    /// Says of what it is an erasure.
    public var description: String { box.description }
    /// Says of what it is an erasure.
    public var playgroundDescription: Any { description }
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
