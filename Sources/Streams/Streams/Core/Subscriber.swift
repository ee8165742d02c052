/// Someone who is told what a publisher has to say.
///
/// The calls come one at a time: the subscription, then values, then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible, Sendable {
    /// What it takes.
    associatedtype Input: Sendable
    /// The failure that it understands.
    associatedtype Failure: Error

    /// Takes the subscription, on which values are demanded.
    ///
    /// - Parameter subscription: What values are demanded from, and what is cancelled.
    func receive(subscription: any Subscription)

    /// Takes a value.
    ///
    /// - Parameter input: The value.
    /// - Returns: How many more values are wanted, on top of what was demanded before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Takes the end; nothing follows it.
    ///
    /// - Parameter completion: Whether it went well.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Takes a value that says nothing but that it came.
    ///
    /// - Returns: How many more values are wanted, on top of what was demanded before.
    public func receive() -> Subscribers.Demand {
        receive(())
    }
}

/// Where subscribers, ``Demand`` and ``Completion`` live, as in Combine.
public enum Subscribers: Sendable {}
