public import Synchronization

/// A subject that keeps its latest value, and gives it to whoever subscribes.
///
/// Values set from several threads at once, or from inside a delivery, reach every subscriber in one and the same order.
/// ``value`` is what was set last, also while its delivery is still in line. A subscriber that lags behind gets the latest
/// value as soon as it demands again.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: `list`, `latest` and `completion` belong to whoever holds `turn`.
    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(Conduit<Output, Failure>)
        case detach(Conduit<Output, Failure>)
        case catchUp(Conduit<Output, Failure>)
    }

    /// What was set last, while `latest` is what was delivered last.
    @usableFromInline
    struct Current: Sendable {
        @usableFromInline var value: Output
        @usableFromInline var isOver = false

        @inlinable
        init(_ value: Output) { self.value = value }
    }

    @usableFromInline let turn: Turn<Event>
    @exclusivity(unchecked) @usableFromInline var list: ConduitList<Output, Failure>
    @exclusivity(unchecked) @usableFromInline var latest: Output
    @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
    @usableFromInline let current: Mutex<Current>
    @usableFromInline let feeds = Mutex(Feeds())

    /// Makes a subject with a first value.
    ///
    /// - Parameter value: What subscribers get first.
    @inlinable
    public init(_ value: Output) {
        turn = Turn()
        list = ConduitList()
        completion = nil
        latest = value
        current = Mutex(Current(value))
    }

    // The list is empty by now: a conduit keeps its subject.
    deinit { cancelAll(of: feeds) }

    /// The latest value; setting it sends it.
    @inlinable
    public final var value: Output {
        get { current.withLock { $0.value } }
        set { send(newValue) }
    }

    /// Attaches `subscriber`, which gets the current value as soon as it demands one.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = BoundConduit<_, S, Tether<S>>(owner: self, downstream: subscriber)
        if turn.enter() {
            attach(conduit) { subscriber.receive(subscription: $0) }
            turn.leave { handle($0) }
        } else {
            stepIn(AnySubscriber(subscriber))
        }
    }

    /// Attaches `subscriber` while a delivery is under way, maybe further up this very stack; it gets the current value now.
    @usableFromInline
    func stepIn(_ subscriber: AnySubscriber<Output, Failure>) {
        let lobby = Lobby(downstream: subscriber)
        subscriber.receive(subscription: lobby)
        let conduit = BoundConduit<_, _, Tether<_>>(owner: self, downstream: lobby)
        guard lobby.enter(conduit) else { return }
        let demand = lobby.demand
        if demand > .none { conduit.gauge.add(demand - 1) }
        // The value that is current, and the place in line behind it, are taken at one moment.
        let (value, isMine) = current.withLock { current in
            conduit.isUpToDate = demand > .none && !current.isOver
            return (conduit.isUpToDate ? current.value : nil, turn.enter(orAtOnce: .attach(conduit)))
        }
        if isMine { attach(conduit) { _ in } }
        lobby.open(first: value)
        if isMine { turn.leave { handle($0) } }
    }

    /// Sets the value and gives it to every subscriber.
    @inlinable
    public func send(_ input: Output) {
        // Set and put in line at one moment, so that the order of values is the order of deliveries.
        let (isMine, last) = current.withLock { current -> (Bool, Output?) in
            guard !current.isOver else { return (false, nil) }
            let last = current.value
            current.value = input
            return (turn.enter(orAtOnce: .value(input)), last)
        }
        _ = last  // released here, outside the lock
        guard isMine else { return }
        deliver(input)
        turn.leave { handle($0) }
    }

    /// Ends the stream for every subscriber; what is sent later is not delivered.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        let isMine = current.withLock { current in
            current.isOver = true
            return turn.enter(orAtOnce: .completion(completion))
        }
        guard isMine else { return }
        finish(completion)
        turn.leave { handle($0) }
    }

    /// Demands everything from a publisher that feeds this subject.
    @inlinable
    public func send(subscription: any Subscription) {
        _ = feeds.withLock { $0.add(subscription) }
        subscription.request(.unlimited)
    }

    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let conduit): attach(conduit) { _ in }
        case .detach(let conduit): detach(conduit)
        case .catchUp(let conduit): catchUp(conduit)
        }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Output) {
        guard completion == nil else { return }
        let last = latest
        latest = value
        list.forEach { $0.isUpToDate = $0.offer(value) }
        _ = last
    }

    @inlinable
    func attach(_ conduit: Conduit<Output, Failure>, telling subscribe: (any Subscription) -> Void) {
        if let completion {
            subscribe(Subscriptions.empty)
            conduit.finish(completion)
        } else if !conduit.gauge.isClosed {
            list.append(conduit)
            subscribe(conduit)
            catchUp(conduit)
        }
    }

    @inlinable
    func catchUp(_ conduit: Conduit<Output, Failure>) {
        guard conduit.slot >= 0, !conduit.isUpToDate else { return }
        conduit.isUpToDate = conduit.offer(latest)
    }

    @inlinable
    func detach(_ conduit: Conduit<Output, Failure>) {
        list.remove(conduit)
        conduit.detach()
    }

    @inlinable
    func finish(_ end: Subscribers.Completion<Failure>) {
        guard completion == nil else { return }
        completion = end
        let feeds = feeds.withLock { $0.take() }
        for conduit in list.removeAll() { conduit.finish(end) }
        _ = feeds
    }
}

extension CurrentValueSubject: ConduitOwner {
    @inlinable
    func hasDemand(_ conduit: Conduit<Output, Failure>) {
        guard turn.enter(or: .catchUp(conduit)) else { return }
        catchUp(conduit)
        turn.leave { handle($0) }
    }

    @inlinable
    func hasCancelled(_ conduit: Conduit<Output, Failure>) {
        guard turn.enter(or: .detach(conduit)) else { return }
        detach(conduit)
        turn.leave { handle($0) }
    }
}
