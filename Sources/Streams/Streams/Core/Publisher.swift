/// Something that gives values over time, and then may finish or fail.
///
/// A publisher is a description: nothing happens before a subscriber is attached. Conform a type of yours by
/// handing a ``Subscription`` to the subscriber in ``receive(subscriber:)``; the rules are those of Combine: one
/// subscription, then at most as many values as were demanded, then at most one completion, one call at a time.
public protocol Publisher<Output, Failure>: Sendable {
    /// What it gives.
    associatedtype Output: Sendable
    /// How it may fail; `Never` when it cannot.
    associatedtype Failure: Error

    /// Attaches `subscriber`, which from now on is told everything.
    ///
    /// Callers use `subscribe(_:)`, which is the same thing said the right way round.
    ///
    /// - Parameter subscriber: Who is to be told; it first gets its subscription.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches `subscriber`, which from now on is told everything.
    ///
    /// - Parameter subscriber: Who is to be told; it first gets its subscription.
    @inlinable @inline(__always)
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches `subject`, which passes on everything.
    ///
    /// - Parameter subject: Who is to be fed.
    /// - Returns: What ends the feeding when it is cancelled or dropped.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        let feed = SubjectFeed(subject)
        receive(subscriber: feed)
        return AnyCancellable(feed.upstreamSubscription)
    }
}

/// Where the publishers of the operators live; see the method of ``Publisher`` that makes each.
public enum Publishers: Sendable {}
