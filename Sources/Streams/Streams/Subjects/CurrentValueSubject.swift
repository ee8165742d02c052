public import Synchronization

/// A subject that keeps its latest value and publishes it to every new subscriber.
///
/// Values sent from several threads at once, or from inside a delivery, reach every subscriber in the same order.
/// ``value`` is the value that was sent last, even while its delivery is still queued. A subscriber without demand
/// misses values, and receives the latest one as soon as it demands again.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: only the thread that holds `loop` touches `list`, `latest` and `completion`.
    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(SubjectSubscription<Output, Failure>)
        case detach(SubjectSubscription<Output, Failure>)
        case catchUp(SubjectSubscription<Output, Failure>)
    }

    /// The value that was sent last, while `latest` is the value that was delivered last.
    @usableFromInline
    struct Current: Sendable {
        @usableFromInline var value: Output
        @usableFromInline var isOver = false

        @_alwaysEmitIntoClient
        init(_ value: Output) { self.value = value }
    }

    @usableFromInline let loop: DrainLoop<Event>
    @exclusivity(unchecked) @usableFromInline var list: SubscriberList<Output, Failure>
    @exclusivity(unchecked) @usableFromInline var latest: Output
    @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
    @usableFromInline let current: Mutex<Current>
    @usableFromInline let feeds = Mutex(Feeds())

    /// Creates a subject with an initial value.
    ///
    /// - Parameter value: The value that subscribers receive first.
    @_alwaysEmitIntoClient
    public init(_ value: Output) {
        loop = DrainLoop()
        list = SubscriberList()
        completion = nil
        latest = value
        current = Mutex(Current(value))
    }

    // The list is empty by now, as each subscription retains its subject.
    deinit { cancelAll(of: feeds) }

    /// The latest value; setting it sends it to every subscriber, and after a completion only stores it.
    @_alwaysEmitIntoClient
    public final var value: Output {
        get { current.withLock { $0.value } }
        set { set(newValue, evenAfterEnd: true) }
    }

    /// Attaches `subscriber`, which receives the current value as soon as it demands one.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subjectSubscription = BoundSubjectSubscription<_, S, ReleasableBox<S>>(owner: self, downstream: subscriber)
        if loop.enter() {
            attach(subjectSubscription) { subscriber.receive(subscription: $0) }
            loop.leave { handle($0) }
        } else {
            stepIn(AnySubscriber(subscriber))
        }
    }

    /// Attaches `subscriber` during a delivery, maybe one further up this very stack; it receives the current value at
    /// once.
    @usableFromInline
    func stepIn(_ subscriber: AnySubscriber<Output, Failure>) {
        let lateSubscribers = LateSubscriberBuffer(downstream: subscriber)
        subscriber.receive(subscription: lateSubscribers)
        let subjectSubscription = BoundSubjectSubscription<_, _, ReleasableBox<_>>(
            owner: self, downstream: lateSubscribers)
        guard lateSubscribers.enter(subjectSubscription) else { return }
        let demand = lateSubscribers.demand
        if demand > .none { subjectSubscription.demandCounter.add(demand - 1) }
        // The current value, and the place in the queue behind it, are taken atomically.
        let (value, isMine) = current.withLock { current in
            subjectSubscription.isUpToDate = demand > .none && !current.isOver
            return (
                subjectSubscription.isUpToDate ? current.value : nil, loop.enter(orAtOnce: .attach(subjectSubscription))
            )
        }
        if isMine { attach(subjectSubscription) { _ in } }
        lateSubscribers.open(first: value)
        if isMine { loop.leave { handle($0) } }
    }

    /// Sets the value and publishes it to every subscriber with demand; does nothing after a completion.
    ///
    /// - Parameter input: The new value.
    /// - Complexity: O(*s*) in the number of subscribers.
    @_alwaysEmitIntoClient
    public func send(_ input: Output) { set(input, evenAfterEnd: false) }

    /// Sets the value and publishes it; after a completion it stores the value only if `evenAfterEnd` is `true`.
    @_alwaysEmitIntoClient @inline(__always)
    func set(_ input: Output, evenAfterEnd: Bool) {
        // Set and queued atomically, so that the order of the values is the order of the deliveries.
        let (isMine, last) = current.withLock { current -> (Bool, Output?) in
            if current.isOver, !evenAfterEnd { return (false, nil) }
            let last = current.value
            current.value = input
            return (!current.isOver && loop.enter(orAtOnce: .value(input)), last)
        }
        _ = last  // released here, outside the lock
        guard isMine else { return }
        deliver(input)
        loop.leave { handle($0) }
    }

    /// Ends the stream for every subscriber; values sent later are not published.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    @_alwaysEmitIntoClient
    public func send(completion: Subscribers.Completion<Failure>) {
        let isMine = current.withLock { current in
            current.isOver = true
            return loop.enter(orAtOnce: .completion(completion))
        }
        guard isMine else { return }
        finish(completion)
        loop.leave { handle($0) }
    }

    /// Requests unlimited values from a publisher that this subject is subscribed to.
    ///
    /// - Parameter subscription: The subscription to that publisher.
    @_alwaysEmitIntoClient
    public func send(subscription: any Subscription) {
        _ = feeds.withLock { $0.add(subscription) }
        subscription.request(.unlimited)
    }

    @_alwaysEmitIntoClient
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let subjectSubscription): attach(subjectSubscription) { _ in }
        case .detach(let subjectSubscription): detach(subjectSubscription)
        case .catchUp(let subjectSubscription): catchUp(subjectSubscription)
        }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func deliver(_ value: Output) {
        guard completion == nil else { return }
        let last = latest
        latest = value
        list.forEach { $0.isUpToDate = $0.offer(value) }
        _ = last
    }

    @_alwaysEmitIntoClient
    func attach(
        _ subjectSubscription: SubjectSubscription<Output, Failure>, telling subscribe: (any Subscription) -> Void
    ) {
        if let completion {
            subscribe(Subscriptions.empty)
            subjectSubscription.finish(completion)
        } else if !subjectSubscription.demandCounter.isClosed {
            list.append(subjectSubscription)
            subscribe(subjectSubscription)
            catchUp(subjectSubscription)
        }
    }

    @_alwaysEmitIntoClient
    func catchUp(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        guard subjectSubscription.slot >= 0, !subjectSubscription.isUpToDate else { return }
        subjectSubscription.isUpToDate = subjectSubscription.offer(latest)
    }

    @_alwaysEmitIntoClient
    func detach(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        list.remove(subjectSubscription)
        subjectSubscription.detach()
    }

    @_alwaysEmitIntoClient
    func finish(_ end: Subscribers.Completion<Failure>) {
        guard completion == nil else { return }
        completion = end
        let feeds = feeds.withLock { $0.take() }
        for subjectSubscription in list.removeAll() { subjectSubscription.finish(end) }
        _ = feeds
    }
}

extension CurrentValueSubject: SubscriberListOwner {
    @_alwaysEmitIntoClient
    func hasDemand(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        guard loop.enter(or: .catchUp(subjectSubscription)) else { return }
        catchUp(subjectSubscription)
        loop.leave { handle($0) }
    }

    @_alwaysEmitIntoClient
    func hasCancelled(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        guard loop.enter(or: .detach(subjectSubscription)) else { return }
        detach(subjectSubscription)
        loop.leave { handle($0) }
    }
}
