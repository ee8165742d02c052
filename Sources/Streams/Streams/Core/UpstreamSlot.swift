public import Synchronization

/// Where a subscriber keeps its subscription: taken once, cancelled once, let go at the end.
@usableFromInline
struct UpstreamSlot: ~Copyable, Sendable {
    @usableFromInline
    enum State: Sendable {
        case waiting(Subscribers.Demand)
        case held(any Subscription, Subscribers.Demand)
        case linked(any Subscription)
        case ended
    }

    @usableFromInline let state: Mutex<State>
    @usableFromInline let open = Atomic(true)

    /// Whether it is not over yet; one load, for whoever has to ask at every value.
    @inlinable var isOpen: Bool {
        @inline(__always) get { open.load(ordering: .relaxed) }
    }

    /// Starts without a subscription; what is requested before there is one is remembered, `demand` first.
    @inlinable @inline(__always)
    init(_ demand: Subscribers.Demand = .none) {
        state = Mutex(.waiting(demand))
    }

    /// Keeps `subscription`; a second one, or one that comes after the end, is cancelled and refused.
    ///
    /// - Returns: What was requested before it came, to be requested by the caller; `nil` when it was refused.
    @inlinable
    func accept(_ subscription: any Subscription) -> Subscribers.Demand? {
        let demand = state.withLock { state -> Subscribers.Demand? in
            guard case .waiting(let demand) = state else { return nil }
            state = .linked(subscription)
            return demand
        }
        if demand == nil { subscription.cancel() }
        return demand
    }

    /// Keeps `subscription`, and requests nothing from it before ``start()``; `false` when it was refused.
    @inlinable
    func hold(_ subscription: any Subscription) -> Bool {
        let isFirst = state.withLock { state in
            guard case .waiting(let demand) = state else { return false }
            state = .held(subscription, demand)
            return true
        }
        if !isFirst { subscription.cancel() }
        return isFirst
    }

    /// Requests what was requested since ``hold(_:)``, and from now on everything at once.
    @inlinable
    func start() {
        let held = state.withLock { state -> (any Subscription, Subscribers.Demand)? in
            guard case .held(let subscription, let demand) = state else { return nil }
            state = .linked(subscription)
            return (subscription, demand)
        }
        if let held, held.1 > .none { held.0.request(held.1) }
    }

    /// Requests values, now or as soon as there is a subscription.
    @inlinable
    func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state -> (any Subscription)? in
            switch state {
            case .waiting(let earlier): state = .waiting(earlier + demand)
            case .held(let subscription, let earlier): state = .held(subscription, earlier + demand)
            case .linked(let subscription): return subscription
            case .ended: break
            }
            return nil
        }
        subscription?.request(demand)
    }

    /// Makes ``isOpen`` false, so that nothing is delivered any more; the subscription is cancelled later.
    @inlinable
    func close() { open.store(false, ordering: .relaxed) }

    /// Lets go; `true` for the one who did it.
    @inlinable @discardableResult
    func end() -> Bool {
        open.store(false, ordering: .relaxed)
        let last = state.withLock { state in
            let last = state
            state = .ended
            return last
        }
        if case .ended = last { return false }
        return true
    }

    /// Cancels the subscription and lets go; `true` for the one who did it.
    @inlinable @discardableResult
    func cancel() -> Bool {
        open.store(false, ordering: .relaxed)
        let last = state.withLock { state in
            let last = state
            state = .ended
            return last
        }
        switch last {
        case .waiting: return true
        case .linked(let subscription), .held(let subscription, _):
            subscription.cancel()
            return true
        case .ended: return false
        }
    }

    /// Whether values that nobody demands are lost upstream.
    @inlinable var dropsWithoutDemand: Bool {
        let subscription = state.withLock { state -> (any Subscription)? in
            switch state {
            case .linked(let subscription), .held(let subscription, _): return subscription
            case .waiting, .ended: return nil
            }
        }
        return subscription?.dropsWithoutDemand ?? false
    }
}
