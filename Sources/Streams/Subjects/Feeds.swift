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
