public import Streams
import Synchronization

/// A subscriber that records each event with its second on a manual clock, for demand or a subscription of the test's
/// choice.
///
/// ``ManualScheduler/marbles(of:for:)`` is enough for a subscriber that demands everything from the start.
public final class MarbleRecorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    private struct State: Sendable {
        var moments: [Marbles.Moment] = []
        var subscription: (any Subscription)?
    }

    private let clock: ManualScheduler
    private let start: ManualScheduler.SchedulerTimeType
    private let state = Mutex(State())

    /// Creates a recorder.
    ///
    /// - Parameter clock: The clock, whose current moment is second 0 of the line.
    public init(_ clock: ManualScheduler) { (self.clock, start) = (clock, clock.now) }

    /// The events so far.
    public var marbles: Marbles { Marbles(state.withLock { $0.moments }) }

    /// Requests values; without a request there are none.
    ///
    /// - Parameter demand: The number of additional values.
    public func request(_ demand: Subscribers.Demand) { state.withLock { $0.subscription }?.request(demand) }

    /// Cancels and releases the subscription.
    public func cancel() { state.withLock { $0.subscription.take() }?.cancel() }

    /// Keeps the subscription; see `Subscriber`, whose parameters are the same.
    public func receive(subscription: any Subscription) { state.withLock { $0.subscription = subscription } }

    /// Records the description of a value; see `Subscriber`, whose parameters are the same.
    ///
    /// - Returns: No additional demand.
    public func receive(_ input: Input) -> Subscribers.Demand {
        note(.value("\(input)"))
        return .none
    }

    /// Records the completion; see `Subscriber`, whose parameters are the same.
    public func receive(completion: Subscribers.Completion<Failure>) {
        if case .finished = completion { note(.finished) } else { note(.failed) }
    }

    private func note(_ event: Marbles.Event) {
        let second = start.distance(to: clock.now).magnitude / 1_000_000_000
        state.withLock { $0.moments.append(Marbles.Moment(second: second, event: event)) }
    }
}
