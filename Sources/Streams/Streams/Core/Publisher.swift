/// A type that delivers a sequence of values over time, and then may finish or fail.
///
/// A publisher is a description: no work starts before a subscriber attaches. To conform a type, pass a
/// ``Subscription`` to the subscriber in ``receive(subscriber:)``. The rules of Combine apply: one subscription, then
/// at most as many values as were demanded, then at most one completion, one call at a time.
public protocol Publisher<Output, Failure>: Sendable {
    /// The type of the published values.
    associatedtype Output: Sendable
    /// The type of the failure; `Never` if the publisher cannot fail.
    associatedtype Failure: Error

    /// Attaches `subscriber` to this publisher.
    ///
    /// Publishers implement this method; callers use `subscribe(_:)`.
    ///
    /// - Parameter subscriber: The subscriber to attach; it first receives its subscription.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches `subscriber` to this publisher.
    ///
    /// - Parameter subscriber: The subscriber to attach; it first receives its subscription.
    @_alwaysEmitIntoClient @inline(__always)
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches a subject, which publishes the values and the completion of this publisher to its own subscribers.
    ///
    /// ```swift
    /// let subject = CurrentValueSubject<Int, Never>(0)
    /// let subscription = [1, 2].publisher.append(Empty(completeImmediately: false)).subscribe(subject)
    /// print(subject.value)
    /// // prints 2
    /// ```
    ///
    /// - Parameter subject: The subject to attach.
    /// - Returns: A token that ends the subscription when it is cancelled or deallocated.
    @_alwaysEmitIntoClient
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        let feed = SubjectFeed(subject)
        receive(subscriber: feed)
        return AnyCancellable(feed.upstreamSubscription)
    }
}

/// The namespace of the operators' publisher types; see the methods of ``Publisher``, which create them.
public enum Publishers: Sendable {}
