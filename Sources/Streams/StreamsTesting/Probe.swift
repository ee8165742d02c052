public import Streams
import Synchronization

/// A publisher for tests that publishes on command, and records the requests and cancellations that it receives.
///
/// It has one subscriber, the latest, and ignores demand, so that a test can break the rules of Combine with it.
public final class Probe<Output: Sendable, Failure: Error>: Publisher {
    private struct State: Sendable {
        var downstream: AnySubscriber<Output, Failure>?
        var requests: [Subscribers.Demand] = []
        var cancellationCount = 0
        var subscriberCount = 0
    }

    private let state = Mutex(State())
    private let isLossy: Bool

    /// Creates a probe.
    ///
    /// - Parameter dropsWithoutDemand: Whether its subscription reports that values without demand are dropped; `false`
    ///   by default.
    public init(dropsWithoutDemand: Bool = false) { isLossy = dropsWithoutDemand }

    /// The requested demands, in order.
    public var requests: [Subscribers.Demand] { state.withLock { $0.requests } }
    /// The sum of the requested demands.
    public var demand: Subscribers.Demand { requests.reduce(.none, +) }
    /// The number of cancellations.
    public var cancellationCount: Int { state.withLock { $0.cancellationCount } }
    /// Whether the subscription was cancelled.
    public var isCancelled: Bool { cancellationCount > 0 }
    /// The number of subscribers so far.
    public var subscriberCount: Int { state.withLock { $0.subscriberCount } }

    /// Attaches `subscriber`, which replaces an earlier subscriber; see `Publisher`, whose parameters are the same.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        state.withLock { state in
            state.downstream = AnySubscriber(subscriber)
            state.subscriberCount += 1
        }
        subscriber.receive(subscription: Queue(self))
    }

    /// Sends a value to the subscriber, regardless of its demand.
    ///
    /// - Parameter value: The value.
    /// - Returns: The additional demand that the subscriber returned; none if there is no subscriber.
    @discardableResult
    public func send(_ value: Output) -> Subscribers.Demand {
        state.withLock { $0.downstream }?.receive(value) ?? .none
    }

    /// Sends a completion to the subscriber.
    ///
    /// - Parameter completion: The completion.
    public func send(completion: Subscribers.Completion<Failure>) {
        state.withLock { $0.downstream }?.receive(completion: completion)
    }

    /// Sends another subscription to the subscriber, which breaks the rules of Combine.
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
                state.cancellationCount += 1
                return state.downstream.take()
            }
            _ = downstream
        }
        var dropsWithoutDemand: Bool { probe.isLossy }
    }
}
