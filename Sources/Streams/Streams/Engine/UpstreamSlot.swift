public import Synchronization

/// The upstream subscription of a subscriber: accepted once, cancelled once and released at the end.
@usableFromInline
struct UpstreamSlot: ~Copyable, Sendable {
    /// The state of the slot.
    @usableFromInline
    enum State: Sendable {
        /// No subscription yet; the associated value is the demand requested so far.
        case waiting(Subscribers.Demand)
        /// A subscription from which nothing is requested before ``UpstreamSlot/start()``, and the demand requested so
        /// far.
        case held(any Subscription, Subscribers.Demand)
        /// A subscription to which demand is forwarded immediately.
        case linked(any Subscription)
        /// The final state: the stream has ended or was cancelled.
        case ended
    }

    @usableFromInline let state: Mutex<State>
    @usableFromInline let open = Atomic(true)

    /// Whether the stream has not ended; costs one atomic load, for a check at each value.
    @_alwaysEmitIntoClient var isOpen: Bool {
        @inline(__always) get { open.load(ordering: .relaxed) }
    }

    /// Creates a slot without a subscription; demand requested before it arrives is added to `demand`.
    @_alwaysEmitIntoClient @inline(__always)
    init(_ demand: Subscribers.Demand = .none) { state = Mutex(.waiting(demand)) }

    /// Stores `subscription`; cancels it if it is a second subscription or arrives after the end.
    ///
    /// - Returns: The demand requested so far, which the caller must request; `nil` if the subscription was refused.
    @usableFromInline func accept(_ subscription: any Subscription) -> Subscribers.Demand? {
        let demand = state.withLock { state -> Subscribers.Demand? in
            guard case .waiting(let demand) = state else { return nil }
            state = .linked(subscription)
            return demand
        }
        if demand == nil { subscription.cancel() }
        return demand
    }

    /// Stores `subscription` without requesting anything from it before ``start()``; returns `false` if it was refused.
    @usableFromInline func hold(_ subscription: any Subscription) -> Bool {
        let isFirst = state.withLock { state in
            guard case .waiting(let demand) = state else { return false }
            state = .held(subscription, demand)
            return true
        }
        if !isFirst { subscription.cancel() }
        return isFirst
    }

    /// Requests the demand collected since ``hold(_:)``, and forwards later demand immediately.
    @usableFromInline func start() {
        let held = state.withLock { state -> (any Subscription, Subscribers.Demand)? in
            guard case .held(let subscription, let demand) = state else { return nil }
            state = .linked(subscription)
            return (subscription, demand)
        }
        if let held, held.1 > .none { held.0.request(held.1) }
    }

    /// Requests values, now or as soon as there is a subscription.
    @usableFromInline func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state -> (any Subscription)? in
            switch state {
            case .waiting(let earlier): state = .waiting(earlier + demand)
            // The rule of the upstream publisher applies to a request of nothing.
            case .held(let subscription, _) where demand == .none: return subscription
            case .held(let subscription, let earlier): state = .held(subscription, earlier + demand)
            case .linked(let subscription): return subscription
            case .ended: break
            }
            return nil
        }
        subscription?.request(demand)
    }

    /// Requests the next value; all values if the upstream publisher drops values without demand.
    @usableFromInline func requestNext() { request(dropsWithoutDemand ? .unlimited : .max(1)) }

    /// Sets ``isOpen`` to `false`, so that no more values are delivered; the subscription is cancelled later.
    @usableFromInline func close() { open.store(false, ordering: .relaxed) }

    /// Releases the subscription; returns `true` for the call that ended the slot.
    @usableFromInline @discardableResult func end() -> Bool {
        if case .ended = takeState() { false } else { true }
    }

    /// Cancels and releases the subscription; returns `true` for the call that ended the slot.
    @usableFromInline @discardableResult func cancel() -> Bool {
        switch takeState() {
        case .waiting: return true
        case .linked(let subscription), .held(let subscription, _):
            subscription.cancel()
            return true
        case .ended: return false
        }
    }

    private func takeState() -> State {
        open.store(false, ordering: .relaxed)
        return state.withLock { state in
            defer { state = .ended }
            return state
        }
    }

    /// Whether the upstream publisher drops values that are not demanded.
    @usableFromInline var dropsWithoutDemand: Bool { subscription?.dropsWithoutDemand ?? false }

    /// The subscription; `nil` before it arrives and after the end.
    var subscription: (any Subscription)? {
        state.withLock { state in
            switch state {
            case .linked(let subscription), .held(let subscription, _): subscription
            case .waiting, .ended: nil
            }
        }
    }
}
