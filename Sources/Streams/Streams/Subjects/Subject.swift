/// A publisher that a program sends values to.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Publishes a value to the subscribers.
    ///
    /// - Parameter value: The value.
    func send(_ value: Output)

    /// Ends the stream for every subscriber.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    func send(completion: Subscribers.Completion<Failure>)

    /// Receives the subscription to a publisher that this subject is subscribed to.
    ///
    /// - Parameter subscription: The subscription; the subject requests values from it.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Publishes a signal to the subscribers of a subject without values.
    public func send() { send(()) }
}

/// The subscriber that sends the values and the completion of a publisher to a subject.
@usableFromInline @frozen
struct SubjectFeed<Target: Subject>: Subscriber {
    @usableFromInline typealias Input = Target.Output
    @usableFromInline typealias Failure = Target.Failure

    @usableFromInline let subject: Target
    /// The subscription that the subject retains.
    @usableFromInline let upstreamSubscription = UpstreamSubscription()

    @_alwaysEmitIntoClient init(_ subject: Target) { self.subject = subject }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(upstreamSubscription) }

    @_alwaysEmitIntoClient func receive(subscription: any Subscription) {
        guard let demand = upstreamSubscription.slot.accept(subscription) else { return }
        subject.send(subscription: upstreamSubscription)
        if demand > .none { subscription.request(demand) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Target.Output) -> Subscribers.Demand {
        if upstreamSubscription.slot.isOpen { subject.send(input) }
        return .none
    }

    @_alwaysEmitIntoClient func receive(completion: Subscribers.Completion<Target.Failure>) {
        if upstreamSubscription.slot.end() { subject.send(completion: completion) }
    }
}
