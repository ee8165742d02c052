public import Streams
import Synchronization

/// A subscriber for tests that records every event, with a configurable demand.
public final class Recorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    /// An event that a recorder received.
    public enum Event: Sendable {
        /// The subscription.
        case subscription
        /// A value.
        case value(Input)
        /// A completion.
        case completion(Subscribers.Completion<Failure>)
    }

    struct State: Sendable {
        var events: [Event] = []
        var valueCount = 0
        var subscription: (any Subscription)?
        var isCancelled = false
        /// Whether a completion was received, or the recorder cancelled.
        var isOver = false
        var waits: [Wait] = []
        var nextWaitID = 0
    }

    private let initialDemand: Subscribers.Demand
    private let demandPerValue: Subscribers.Demand
    private let onValue: (@Sendable (Input) -> Void)?
    let state = Mutex(State())

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - demand: The demand at the subscription; unlimited by default.
    ///   - perValue: The additional demand after each value; none by default.
    ///   - onValue: A closure that is called with each value after it was recorded.
    public init(
        demand: Subscribers.Demand = .unlimited, perValue: Subscribers.Demand = .none,
        onValue: (@Sendable (Input) -> Void)? = nil
    ) {
        initialDemand = demand
        demandPerValue = perValue
        self.onValue = onValue
    }

    /// The received events, in order.
    public var events: [Event] { state.withLock { $0.events } }

    /// The received values, in order.
    public var values: [Input] {
        events.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    /// The received completion; `nil` if there was none.
    public var completion: Subscribers.Completion<Failure>? {
        for case .completion(let completion) in events { return completion }
        return nil
    }

    /// The number of received subscriptions; any number but one breaks the rules of Combine.
    public var subscriptionCount: Int {
        events.count { if case .subscription = $0 { true } else { false } }
    }

    /// The number of received completions; more than one breaks the rules of Combine.
    public var completionCount: Int {
        events.count { if case .completion = $0 { true } else { false } }
    }

    /// The subscription; `nil` after the completion or the cancellation.
    public var subscription: (any Subscription)? { state.withLock { $0.subscription } }

    /// Requests more values.
    ///
    /// - Parameter demand: The number of additional values.
    public func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

    /// Cancels and releases the subscription.
    public func cancel() {
        let (subscription, waits) = state.withLock { state in
            state.isCancelled = true
            return (state.subscription.take(), state.end())
        }
        subscription?.cancel()
        for wait in waits { wait.end() }
    }

    /// Records and keeps the subscription, and requests the initial demand.
    ///
    /// - Parameter subscription: The subscription.
    public func receive(subscription: any Subscription) {
        let isCancelled = state.withLock { state in
            state.events.append(.subscription)
            if !state.isCancelled { state.subscription = subscription }
            return state.isCancelled
        }
        if isCancelled { return subscription.cancel() }
        if initialDemand > .none { subscription.request(initialDemand) }
    }

    /// Records a value; see `Subscriber`, whose parameters are the same.
    ///
    /// - Returns: The demand that the recorder was created with.
    public func receive(_ input: Input) -> Subscribers.Demand {
        let waits = state.withLock { state in
            state.events.append(.value(input))
            return state.countValue()
        }
        onValue?(input)
        for wait in waits { wait.end() }
        return demandPerValue
    }

    /// Records the completion and releases the subscription; see `Subscriber`, whose parameters are the same.
    public func receive(completion: Subscribers.Completion<Failure>) {
        let (subscription, waits) = state.withLock { state in
            state.events.append(.completion(completion))
            return (state.subscription.take(), state.end())
        }
        for wait in waits { wait.end() }
        _ = subscription
    }
}

extension Recorder.Event: Equatable where Input: Equatable, Failure: Equatable {}
