import Synchronization

/// The publishers that feed a subject: everything is demanded from them once some subscriber demands something.
@usableFromInline
struct Feeds: Sendable {
    private var subscriptions: [any Subscription] = []
    private var isStarted = false

    @usableFromInline
    init() {}

    /// Adds one; `true` when it is to be started now.
    @usableFromInline
    mutating func add(_ subscription: any Subscription) -> Bool {
        subscriptions.append(subscription)
        return isStarted
    }

    /// Marks the start; those that are to be started now.
    @usableFromInline
    mutating func start() -> [any Subscription] {
        guard !isStarted else { return [] }
        isStarted = true
        return subscriptions
    }

    /// Lets go of all.
    @usableFromInline
    mutating func take() -> [any Subscription] {
        let all = subscriptions
        subscriptions = []
        return all
    }
}

/// Cancels the publishers that feed a subject which goes.
func cancelAll(of feeds: borrowing Mutex<Feeds>) {
    for feed in feeds.withLock({ $0.take() }) { feed.cancel() }
}
