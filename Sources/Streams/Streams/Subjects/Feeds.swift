package import Synchronization

/// The subscriptions of a subject to its upstream publishers; unlimited values are requested once a subscriber has
/// demand.
@usableFromInline
package struct Feeds: Sendable {
    private var subscriptions: [any Subscription] = []
    private var isStarted = false

    package init() {}

    /// Adds a subscription; `true` if values are to be requested from it now.
    ///
    /// A cancelled subscription to a publisher is removed here, because a publisher may be connected any number of
    /// times.
    package mutating func add(_ subscription: any Subscription) -> Bool {
        subscriptions.removeAll { ($0 as? UpstreamSubscription)?.slot.isOpen == false }
        subscriptions.append(subscription)
        return isStarted
    }

    /// Marks the start; returns the subscriptions to request values from.
    @usableFromInline
    mutating func start() -> [any Subscription] {
        guard !isStarted else { return [] }
        isStarted = true
        return subscriptions
    }

    /// Removes and returns all subscriptions.
    package mutating func take() -> [any Subscription] {
        let all = subscriptions
        subscriptions = []
        return all
    }
}

/// Cancels all subscriptions of a subject that is deallocated.
package func cancelAll(of feeds: borrowing Mutex<Feeds>) {
    for feed in feeds.withLock({ $0.take() }) { feed.cancel() }
}
