public import Synchronization

/// A subscription whose upstream may change: the demand that one upstream has not fulfilled is requested from the next.
@usableFromInline
struct SubscriptionArbiter: ~Copyable, Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var upstream: (any Subscription)?
        /// The number of the publisher whose subscription was accepted last, if publishers are numbered.
        @usableFromInline var number = 0
        /// Whether demand is only counted, because downstream receives its subscription.
        @usableFromInline var isHeld = false

        @_alwaysEmitIntoClient init() {}
    }

    /// The downstream demand that has not been fulfilled.
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let state = Mutex(State())

    @_alwaysEmitIntoClient @inline(__always) init() {}

    /// Whether the stream has not ended.
    @_alwaysEmitIntoClient var isOpen: Bool {
        @inline(__always) get { !demandCounter.isClosed }
    }

    /// Replaces and cancels the upstream of an earlier number, and requests the outstanding demand from the new
    /// upstream; cancels a duplicate or outdated subscription.
    @usableFromInline func accept(_ upstream: any Subscription, number: Int) {
        let (last, demand) = state.withLock { state -> ((any Subscription)?, Subscribers.Demand?) in
            guard !demandCounter.isClosed, number > state.number else { return (nil, nil) }
            state.number = number
            defer { state.upstream = upstream }
            return (state.upstream, demandCounter.demand)
        }
        last?.cancel()
        guard let demand else { return upstream.cancel() }
        if demand > .none { upstream.request(demand) }
    }

    /// Accepts `upstream` if there is none, and requests the outstanding demand from it; cancels it otherwise.
    @usableFromInline func acceptFirst(_ upstream: any Subscription) {
        let demand = state.withLock { state -> Subscribers.Demand? in
            guard !demandCounter.isClosed, state.upstream == nil else { return nil }
            state.upstream = upstream
            return state.isHeld ? Subscribers.Demand.none : demandCounter.demand
        }
        guard let demand else { return upstream.cancel() }
        if demand > .none { upstream.request(demand) }
    }

    /// Counts demand without requesting it before ``start()``, also from an upstream that is accepted meanwhile.
    @usableFromInline func hold() { state.withLock { $0.isHeld = true } }

    /// Requests the demand that was counted since ``hold()``, and forwards later demand immediately.
    @usableFromInline func start() {
        let (upstream, demand) = state.withLock { state in
            state.isHeld = false
            return (state.upstream, demandCounter.demand)
        }
        if demand > .none { upstream?.request(demand) }
    }

    /// Adds demand and requests it from the current upstream.
    @usableFromInline func request(_ demand: Subscribers.Demand) {
        let upstream = state.withLock { state in demandCounter.add(demand) && !state.isHeld ? state.upstream : nil }
        upstream?.request(demand)
    }

    /// Counts a value of the upstream with a number against the demand; returns `false` if the value is not demanded,
    /// or if another upstream has replaced this upstream.
    ///
    /// An upstream is replaced before or after the value is counted, so that the remaining demand is requested from the
    /// next upstream.
    @_alwaysEmitIntoClient @inline(__always)
    func take(from number: Int) -> Bool { demandCounter.isUnlimited || takeBounded(from: number) }

    @usableFromInline func takeBounded(from number: Int) -> Bool {
        state.withLock { $0.number == number && demandCounter.take() }
    }

    /// Delivers a value and counts it against the demand; returns the additional demand to request from upstream.
    @_alwaysEmitIntoClient @inline(__always)
    func pass<Output, Failure>(
        _ value: Output, to downstream: AnySubscriberBox<Output, Failure>
    ) -> Subscribers.Demand {
        if demandCounter.isUnlimited { return downstream.deliver(value) }
        guard demandCounter.take() else { return .none }
        let more = downstream.deliver(value)
        demandCounter.add(more)
        return more
    }

    /// Whether the current upstream drops values that are not demanded.
    @usableFromInline var dropsWithoutDemand: Bool { state.withLock { $0.upstream }?.dropsWithoutDemand ?? false }

    /// Cancels the current upstream.
    @usableFromInline func drop() { state.withLock { $0.upstream.take() }?.cancel() }

    /// Releases an upstream that has ended.
    @usableFromInline func leave() {
        _ = state.withLock { $0.upstream.take() }
    }

    /// Ends the stream without cancelling upstream, which has ended itself; returns `true` for the call that ended it.
    @usableFromInline @discardableResult func end() -> Bool {
        let isFirst = demandCounter.close()
        leave()
        return isFirst
    }

    /// Cancels the stream and upstream; returns `true` for the call that ended it.
    @usableFromInline @discardableResult func cancel() -> Bool {
        let isFirst = demandCounter.close()
        drop()
        return isFirst
    }
}
