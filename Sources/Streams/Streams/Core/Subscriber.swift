/// A type that receives the values of a publisher.
///
/// The calls arrive one at a time: the subscription, then values, then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible, Sendable {
    /// The type of the received values.
    associatedtype Input: Sendable
    /// The type of the failure.
    associatedtype Failure: Error

    /// Receives the subscription, which the subscriber uses to demand values.
    ///
    /// - Parameter subscription: The subscription, to demand values from and to cancel.
    func receive(subscription: any Subscription)

    /// Receives a value.
    ///
    /// - Parameter input: The value.
    /// - Returns: The additional demand, on top of the values demanded before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Receives the completion; no call follows it.
    ///
    /// - Parameter completion: The signal that the publisher has finished or failed.
    func receive(completion: Subscribers.Completion<Failure>)

    /// Whether a publisher that already has its result may deliver it without a subscription; `false` by default.
    ///
    /// A subscriber of this module returns `true` while it demands unlimited values and can stop without a
    /// subscription.
    var _needsNoSubscription: Bool { get }
}

extension Subscriber {
    /// Whether a publisher that already has its result may deliver it without a subscription: `false`.
    @_alwaysEmitIntoClient public var _needsNoSubscription: Bool { @inline(__always) get { false } }
}

extension Subscriber where Input == Void {
    /// Receives an event without a value.
    ///
    /// - Returns: The additional demand, on top of the values demanded before.
    public func receive() -> Subscribers.Demand { receive(()) }
}

/// The namespace of the subscriber types, ``Demand`` and ``Completion``, as in Combine.
public enum Subscribers: Sendable {}
