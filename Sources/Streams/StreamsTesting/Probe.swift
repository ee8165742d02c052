public import Streams
import Synchronization

/// A publisher that does what a test tells it, and remembers what was asked of it.
///
/// It has one subscriber, the latest, and does not count demand: a test may break the rules with it.
public final class Probe<Output: Sendable, Failure: Error>: Publisher {
    private struct State: Sendable {
        var downstream: AnySubscriber<Output, Failure>?
        var requests: [Subscribers.Demand] = []
        var cancellations = 0
        var subscribers = 0
    }

    private let state = Mutex(State())
    private let isLossy: Bool

    /// Makes a probe.
    ///
    /// - Parameter dropsWithoutDemand: Whether its subscription says that values which nobody demands are lost.
    public init(dropsWithoutDemand: Bool = false) { isLossy = dropsWithoutDemand }

    /// What was demanded, request by request.
    public var requests: [Subscribers.Demand] { state.withLock { $0.requests } }
    /// What was demanded altogether.
    public var demand: Subscribers.Demand { requests.reduce(.none, +) }
    /// How often it was cancelled.
    public var cancellations: Int { state.withLock { $0.cancellations } }
    /// Whether it was cancelled.
    public var isCancelled: Bool { cancellations > 0 }
    /// How many have subscribed.
    public var subscribers: Int { state.withLock { $0.subscribers } }

    /// Gives `subscriber` a subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        state.withLock { state in
            state.downstream = AnySubscriber(subscriber)
            state.subscribers += 1
        }
        subscriber.receive(subscription: Queue(self))
    }

    /// Gives the subscriber a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: What the subscriber answered.
    @discardableResult
    public func send(_ value: Output) -> Subscribers.Demand {
        state.withLock { $0.downstream }?.receive(value) ?? .none
    }

    /// Gives the subscriber an end.
    ///
    /// - Parameter completion: The end.
    public func send(completion: Subscribers.Completion<Failure>) {
        state.withLock { $0.downstream }?.receive(completion: completion)
    }

    /// Gives the subscriber one more subscription, which is against the rules.
    ///
    /// - Parameter subscription: The subscription.
    public func send(subscription: any Subscription) {
        state.withLock { $0.downstream }?.receive(subscription: subscription)
    }

    private final class Queue: Subscription {
        private let probe: Probe
        init(_ probe: Probe) { self.probe = probe }
        func request(_ demand: Subscribers.Demand) { probe.state.withLock { $0.requests.append(demand) } }
        func cancel() {
            let downstream = probe.state.withLock { state in
                state.cancellations += 1
                return state.downstream.take()
            }
            _ = downstream
        }
        var dropsWithoutDemand: Bool { probe.isLossy }
    }
}
