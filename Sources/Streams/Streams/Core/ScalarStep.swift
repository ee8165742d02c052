public import Synchronization

/// The state of a subscription that delivers one value and then finishes.
///
/// The value waits until it is demanded; a failure does not wait.
@usableFromInline
struct ScalarStep<Downstream: Subscriber>: ~Copyable, Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var downstream: Downstream?
        @usableFromInline var value: Downstream.Input?
        @usableFromInline var isDemanded = false

        @_alwaysEmitIntoClient @inline(__always)
        init(_ downstream: Downstream) { self.downstream = downstream }
    }

    @usableFromInline let state: Mutex<State>
    @usableFromInline let isCancelled = Atomic(false)

    @_alwaysEmitIntoClient @inline(__always)
    init(_ downstream: Downstream) { state = Mutex(State(downstream)) }

    /// The subscriber, until the subscription ends.
    @_alwaysEmitIntoClient var downstream: Downstream? { state.withLock { $0.downstream } }

    /// Delivers the value and finishes, now or as soon as the value is demanded.
    @usableFromInline
    func give(_ value: Downstream.Input) {
        let downstream = state.withLock { state -> Downstream? in
            if state.isDemanded { return state.downstream.take() }
            if state.downstream != nil { state.value = value }
            return nil
        }
        if let downstream { tell(downstream, value) }
    }

    /// Delivers the completion.
    @usableFromInline
    func give(_ completion: Subscribers.Completion<Downstream.Failure>) {
        state.withLock { $0.downstream.take() }?.receive(completion: completion)
    }

    /// Registers the demand, and delivers the value if it is present.
    @usableFromInline
    func request() {
        let (downstream, value) = state.withLock { state -> (Downstream?, Downstream.Input?) in
            state.isDemanded = true
            guard let value = state.value.take() else { return (nil, nil) }
            return (state.downstream.take(), value)
        }
        if let downstream, let value { tell(downstream, value) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func tell(_ downstream: Downstream, _ value: Downstream.Input) {
        _ = downstream.receive(value)
        // The subscriber may have cancelled during the call above.
        if !isCancelled.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
    }

    /// Releases the subscriber; returns `true` for the call that released it.
    @usableFromInline @discardableResult
    func close() -> Bool {
        isCancelled.store(true, ordering: .releasing)
        let (downstream, value) = state.withLock { ($0.downstream.take(), $0.value.take()) }
        _ = value
        return downstream != nil
    }
}
