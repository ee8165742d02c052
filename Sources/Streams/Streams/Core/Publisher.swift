/// A type that publishes values over time, and then may finish or fail.
///
/// A publisher is a description: nothing happens until a subscriber is attached. A conforming type passes a
/// ``Subscription`` to the subscriber in ``receive(subscriber:)`` and keeps Combine's rules: one subscription, then at
/// most as many values as were requested, then at most one completion, one call at a time.
public protocol Publisher<Output, Failure>: Sendable {
    /// The type of the published values.
    associatedtype Output: Sendable
    /// The type of the failure; `Never` if the publisher cannot fail.
    associatedtype Failure: Error

    /// Attaches `subscriber`.
    ///
    /// Call `subscribe(_:)` instead; this method is what a publisher implements.
    ///
    /// - Parameter subscriber: The subscriber to attach; it first receives its subscription.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches `subscriber`.
    ///
    /// - Parameter subscriber: The subscriber to attach; it first receives its subscription.
    @inlinable @inline(__always)
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches `subject`, which republishes every value and the completion.
    ///
    /// - Parameter subject: The subject to attach.
    /// - Returns: A token that ends the subscription when it is cancelled or released.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        let feed = SubjectFeed(subject)
        receive(subscriber: feed)
        return AnyCancellable(feed.upstreamSubscription)
    }
}

/// The namespace of the operators' publishers; each is described at the method of ``Publisher`` that creates it.
public enum Publishers: Sendable {}
