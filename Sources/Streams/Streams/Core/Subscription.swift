/// The bond between one subscriber and one publisher.
///
/// It is class-constrained, for it has an identity: the moment at which a subscriber was attached. Both calls may
/// come from any thread, also from inside a delivery.
public protocol Subscription: AnyObject, Cancellable, CustomCombineIdentifierConvertible {
    /// Demands more values, on top of what was demanded before.
    ///
    /// - Parameter demand: How many more.
    func request(_ demand: Subscribers.Demand)

    /// Whether values that nobody has demanded are lost, as those of a subject are; `false` unless said otherwise.
    ///
    /// Whoever must not lose any (`flatMap(maxPublishers:_:)`, ``Publisher/values``) demands everything from
    /// such a subscription and keeps what comes, instead of demanding value by value.
    var dropsWithoutDemand: Bool { get }
}

extension Subscription {
    /// `false`: values wait until they are demanded.
    public var dropsWithoutDemand: Bool { false }
}

/// Where ready-made subscriptions live.
public enum Subscriptions: Sendable {}

extension Subscriptions {
    /// A subscription to nothing: for a publisher that only completes.
    public static var empty: any Subscription { Empty.shared }

    private final class Empty: Subscription, CustomStringConvertible {
        static let shared = Empty()
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
        var description: String { "Empty" }
    }
}
