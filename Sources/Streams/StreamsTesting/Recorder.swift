public import Streams
import Synchronization

/// A subscriber that writes down everything it is told, and demands what it is told to demand.
public final class Recorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    /// One thing that a recorder was told.
    public enum Event: Sendable {
        /// The subscription.
        case subscription
        /// A value.
        case value(Input)
        /// The end.
        case completion(Subscribers.Completion<Failure>)
    }

    private struct State: Sendable {
        var events: [Event] = []
        var subscription: (any Subscription)?
        var isCancelled = false
    }

    private let initialDemand: Subscribers.Demand
    private let demandPerValue: Subscribers.Demand
    private let onValue: (@Sendable (Input) -> Void)?
    private let state = Mutex(State())

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - demand: What it demands at the start.
    ///   - perValue: What it answers to each value.
    ///   - onValue: Called with each value, after it was written down.
    public init(
        demand: Subscribers.Demand = .unlimited, perValue: Subscribers.Demand = .none,
        onValue: (@Sendable (Input) -> Void)? = nil
    ) {
        initialDemand = demand
        demandPerValue = perValue
        self.onValue = onValue
    }

    /// What it was told, in order.
    public var events: [Event] { state.withLock { $0.events } }

    /// The values, in order.
    public var values: [Input] {
        events.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    /// How it ended, if it did.
    public var completion: Subscribers.Completion<Failure>? {
        for case .completion(let completion) in events { return completion }
        return nil
    }

    /// How many subscriptions it got; anything but one is against the rules.
    public var subscriptions: Int {
        events.count { if case .subscription = $0 { true } else { false } }
    }

    /// How many ends it was told; more than one is against the rules.
    public var completions: Int {
        events.count { if case .completion = $0 { true } else { false } }
    }

    /// The subscription, until it ends or is cancelled.
    public var subscription: (any Subscription)? { state.withLock { $0.subscription } }

    /// Demands more.
    ///
    /// - Parameter demand: How many more.
    public func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

    /// Cancels and lets go of the subscription.
    public func cancel() {
        let subscription = state.withLock { state in
            state.isCancelled = true
            return state.subscription.take()
        }
        subscription?.cancel()
    }

    /// Keeps the subscription and demands what it was made to demand.
    public func receive(subscription: any Subscription) {
        let isCancelled = state.withLock { state in
            state.events.append(.subscription)
            if !state.isCancelled { state.subscription = subscription }
            return state.isCancelled
        }
        if isCancelled { return subscription.cancel() }
        if initialDemand > .none { subscription.request(initialDemand) }
    }

    /// Writes down a value.
    public func receive(_ input: Input) -> Subscribers.Demand {
        state.withLock { $0.events.append(.value(input)) }
        onValue?(input)
        return demandPerValue
    }

    /// Writes down the end and lets go of the subscription.
    public func receive(completion: Subscribers.Completion<Failure>) {
        let subscription = state.withLock { state in
            state.events.append(.completion(completion))
            return state.subscription.take()
        }
        _ = subscription
    }
}

extension Recorder.Event: Equatable where Input: Equatable, Failure: Equatable {}
