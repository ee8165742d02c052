/// A publisher that a program feeds by hand.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Gives a value to every subscriber.
    ///
    /// - Parameter value: The value.
    func send(_ value: Output)

    /// Ends the stream for every subscriber.
    ///
    /// - Parameter completion: Whether it went well.
    func send(completion: Subscribers.Completion<Failure>)

    /// Takes the subscription of a publisher that feeds this subject.
    ///
    /// - Parameter subscription: What the subject demands values from.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Gives a signal that says nothing but that it came.
    public func send() {
        send(())
    }
}

/// Feeds a subject with what a publisher gives: the part that the publisher holds.
@usableFromInline
@frozen
struct SubjectFeed<Target: Subject>: Subscriber {
    @usableFromInline typealias Input = Target.Output
    @usableFromInline typealias Failure = Target.Failure

    @usableFromInline let subject: Target
    /// The part that the subject holds.
    @usableFromInline let upstreamSubscription = UpstreamSubscription()

    @inlinable
    init(_ subject: Target) { self.subject = subject }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(upstreamSubscription) }

    @inlinable
    func receive(subscription: any Subscription) {
        guard let demand = upstreamSubscription.slot.accept(subscription) else { return }
        subject.send(subscription: upstreamSubscription)
        if demand > .none { subscription.request(demand) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Target.Output) -> Subscribers.Demand {
        if upstreamSubscription.slot.isOpen { subject.send(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Target.Failure>) {
        if upstreamSubscription.slot.end() { subject.send(completion: completion) }
    }
}
