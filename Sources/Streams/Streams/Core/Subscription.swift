/// The connection between one subscriber and one publisher.
///
/// It is limited to classes because it has an identity: it represents one attachment of a subscriber. Both of its
/// methods may be called from any thread, also during a delivery.
public protocol Subscription: AnyObject, Cancellable, CustomCombineIdentifierConvertible {
    /// Demands more values, on top of the values demanded before.
    ///
    /// - Parameter demand: The number of additional values.
    func request(_ demand: Subscribers.Demand)

    /// Whether the publisher drops values that are not demanded, as a subject does; `false` by default.
    ///
    /// An operator that must not lose values (`flatMap(maxPublishers:_:)`, ``Publisher/values``) demands everything
    /// from such a subscription and buffers the values, instead of demanding them one by one. The subscription of an
    /// operator with several publishers reports whether a current one drops values. An operator that passes its
    /// subscription on before it has one of upstream, such as `drop(untilOutputFrom:)`, reports `false` until then;
    /// the operators of this module ask again after they have subscribed.
    var dropsWithoutDemand: Bool { get }
}

extension Subscription {
    /// Whether the publisher drops values that are not demanded: `false`, because values wait until they are demanded.
    public var dropsWithoutDemand: Bool { false }
}

/// The namespace of predefined subscriptions.
public enum Subscriptions: Sendable {}

extension Subscriptions {
    /// A subscription without values, for a publisher that only completes.
    public static var empty: any Subscription { Empty.shared }

    private final class Empty: Subscription, CustomStringConvertible {
        static let shared = Empty()
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
        var description: String { "Empty" }
    }
}
