import Synchronization

/// The subscriptions of a subject to its upstream publishers; unlimited values are requested once a subscriber has
/// demand.
@usableFromInline
struct Feeds: Sendable {
    private var subscriptions: [any Subscription] = []
    private var isStarted = false

    @usableFromInline
    init() {}

    /// Adds a subscription; `true` if values are to be requested from it now.
    @usableFromInline
    mutating func add(_ subscription: any Subscription) -> Bool {
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
    @usableFromInline
    mutating func take() -> [any Subscription] {
        let all = subscriptions
        subscriptions = []
        return all
    }
}

/// Cancels all subscriptions of a subject that is deallocated.
func cancelAll(of feeds: borrowing Mutex<Feeds>) {
    for feed in feeds.withLock({ $0.take() }) { feed.cancel() }
}
