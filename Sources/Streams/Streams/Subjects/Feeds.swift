package import Synchronization

/// The subscriptions of a subject to its upstream publishers; unlimited values are requested once a subscriber has
/// demand.
@usableFromInline
package struct Feeds: Sendable {
    private var subscriptions: [any Subscription] = []
    private var isStarted = false
    /// The number of subscriptions at which cancelled ones are removed.
    private var limit = 1

    package init() {}

    /// Adds a subscription; `true` if values are to be requested from it now.
    ///
    /// Cancelled subscriptions to publishers are removed here from time to time, because a publisher may be connected
    /// any number of times.
    ///
    /// - Complexity: O(1) on average.
    package mutating func add(_ subscription: any Subscription) -> Bool {
        if subscriptions.count >= limit {
            subscriptions.removeAll { ($0 as? UpstreamSubscription)?.slot.isOpen == false }
            limit = max(1, 2 * subscriptions.count)
        }
        subscriptions.append(subscription)
        return isStarted
    }

    /// Marks the start; returns the subscriptions to request values from.
    @usableFromInline mutating func start() -> [any Subscription] {
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
