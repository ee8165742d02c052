/// A subscriber that hides the type of the subscriber that it wraps.
@frozen
public struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let box: AnySubscriberBox<Input, Failure>

    /// Creates a type-erased subscriber.
    ///
    /// - Parameter subscriber: The subscriber to wrap.
    @_alwaysEmitIntoClient @inline(__always)
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
        } else if let box = subscriber as? AnySubscriberBox<Input, Failure> {
            self.box = box
        } else {
            box = BoundSubscriberBox(subscriber)
        }
    }

    /// Creates a type-erased subscriber from a subscriber that is its own box.
    @_alwaysEmitIntoClient @inline(__always)
    init(box: AnySubscriberBox<Input, Failure>) { self.box = box }

    /// Creates a subscriber that sends values and the completion to a subject.
    ///
    /// - Parameter subject: The subject to send to.
    public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
        self.init(SubjectFeed(subject))
    }

    /// Creates a subscriber from closures.
    ///
    /// A closure that is left out has no effect; without `receiveValue` a value adds no demand.
    ///
    /// - Parameters:
    ///   - receiveSubscription: The closure that receives the subscription; `nil` by default.
    ///   - receiveValue: The closure that receives a value and returns the additional demand; `nil` by default.
    ///   - receiveCompletion: The closure that receives the completion; `nil` by default.
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

    /// The identifier of the wrapped subscriber.
    public var combineIdentifier: CombineIdentifier { box.combineIdentifier }

    /// Forwards the subscription to the wrapped subscriber; see ``Subscriber``, whose parameters are the same.
    public func receive(subscription: any Subscription) { box.open(subscription) }

    /// Forwards a value to the wrapped subscriber; see ``Subscriber``, whose parameters are the same.
    ///
    /// - Returns: The additional demand of the wrapped subscriber.
    @_alwaysEmitIntoClient @inline(__always)
    public func receive(_ value: Input) -> Subscribers.Demand {
        // Not `deliver`, with which `zip` of two takes 1,099 instead of 861 instructions.
        box.give(box, value)
    }

    /// Forwards the completion to the wrapped subscriber; see ``Subscriber``, whose parameters are the same.
    @_alwaysEmitIntoClient @inline(__always)
    public func receive(completion: Subscribers.Completion<Failure>) { box.end(completion.failure) }

    /// Whether the wrapped subscriber accepts a result without a subscription.
    @_alwaysEmitIntoClient public var _needsNoSubscription: Bool { box.needsNoSubscription }
}

extension AnySubscriber: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
    /// The description of the wrapped subscriber.
    public var description: String { box.description }
    /// The description of the wrapped subscriber.
    public var playgroundDescription: Any { description }
}

/// A subscriber that calls closures.
private struct ClosureSubscriber<Input: Sendable, Failure: Error>: Subscriber, CustomStringConvertible {
    let receiveSubscription: (@Sendable (any Subscription) -> Void)?
    let receiveValue: (@Sendable (Input) -> Subscribers.Demand)?
    let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
    let combineIdentifier = CombineIdentifier()

    /// The text of Combine.
    var description: String { "Anonymous AnySubscriber" }

    func receive(subscription: any Subscription) { receiveSubscription?(subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { receiveValue?(input) ?? .none }
    func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion?(completion) }
}
