public import Synchronization

/// A subscription whose upstream may change: what one upstream has not fulfilled is demanded from the next.
@usableFromInline
struct SubscriptionArbiter: ~Copyable, Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var upstream: (any Subscription)?

        @inlinable
        init() {}
    }

    /// What downstream demands and has not got.
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let state = Mutex(State())

    @inlinable @inline(__always)
    init() {}

    @inlinable var isOpen: Bool {
        @inline(__always) get { !demandCounter.isClosed }
    }

    /// Goes over to `upstream`, and demands from it what is outstanding.
    @inlinable
    func accept(_ upstream: any Subscription) {
        let (last, demand) = state.withLock { state -> ((any Subscription)?, Subscribers.Demand?) in
            guard !demandCounter.isClosed else { return (nil, nil) }
            defer { state.upstream = upstream }
            return (state.upstream, demandCounter.demand)
        }
        _ = last
        guard let demand else { return upstream.cancel() }
        if demand > .none { upstream.request(demand) }
    }

    /// Takes `upstream` if there is none, as ``accept(_:)`` does; a second one is cancelled and refused.
    @inlinable
    func acceptFirst(_ upstream: any Subscription) {
        let demand = state.withLock { state -> Subscribers.Demand? in
            guard !demandCounter.isClosed, state.upstream == nil else { return nil }
            state.upstream = upstream
            return demandCounter.demand
        }
        guard let demand else { return upstream.cancel() }
        if demand > .none { upstream.request(demand) }
    }

    /// Demands more.
    @inlinable
    func request(_ demand: Subscribers.Demand) {
        let upstream = state.withLock { state in demandCounter.add(demand) ? state.upstream : nil }
        upstream?.request(demand)
    }

    /// Passes a value on, and counts it; the answer is for upstream.
    @inlinable @inline(__always)
    func pass<Downstream: Subscriber>(_ value: Downstream.Input, to downstream: Downstream) -> Subscribers.Demand {
        if demandCounter.isUnlimited { return downstream.receive(value) }
        guard demandCounter.take() else { return .none }
        let more = downstream.receive(value)
        demandCounter.add(more)
        return more
    }

    /// Passes an answer, which is counted already, on to upstream.
    @inlinable
    func demandMore(_ demand: Subscribers.Demand) {
        state.withLock { $0.upstream }?.request(demand)
    }

    /// Cancels the present upstream, to go over to another.
    @inlinable
    func drop() {
        state.withLock { $0.upstream.take() }?.cancel()
    }

    /// Lets go of an upstream that has ended.
    @inlinable
    func leave() {
        _ = state.withLock { $0.upstream.take() }
    }

    /// Ends everything without telling upstream, which has ended; `true` for the one who did it.
    @inlinable @discardableResult
    func end() -> Bool {
        let isFirst = demandCounter.close()
        leave()
        return isFirst
    }

    /// Cancels; `true` for the one who did it.
    @inlinable @discardableResult
    func cancel() -> Bool {
        let isFirst = demandCounter.close()
        state.withLock { $0.upstream.take() }?.cancel()
        return isFirst
    }
}
