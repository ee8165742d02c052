public import Synchronization

/// A subject that publishes each value to its current subscribers, and keeps none.
///
/// Values sent from several threads at once, or from inside a delivery, reach every subscriber one at a time and in the
/// same order; a value that is sent from inside a delivery follows that delivery. A subscriber that has no demand
/// misses the value.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: only the thread that holds `loop` touches `list` and `completion`.
    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(SubjectSubscription<Output, Failure>)
        case detach(SubjectSubscription<Output, Failure>)
    }

    @usableFromInline let loop: DrainLoop<Event>
    @exclusivity(unchecked) @usableFromInline var list: SubscriberList<Output, Failure>
    @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
    @usableFromInline let feeds = Mutex(Feeds())
    /// Whether unlimited values were requested from `feeds`, readable without a lock.
    @usableFromInline let isFed = Atomic(false)

    /// Creates a subject without subscribers.
    @_alwaysEmitIntoClient
    public init() {
        // Initialised here and not at the declarations, as this code is specialised for the types.
        loop = DrainLoop()
        list = SubscriberList()
        completion = nil
    }

    // The list is empty by now, as each subscription retains its subject.
    deinit { cancelAll(of: feeds) }

    /// Attaches `subscriber` after the existing subscribers.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subjectSubscription = BoundSubjectSubscription<_, S, ReleasableBox<S>>(owner: self, downstream: subscriber)
        if loop.enter() {
            attach(subjectSubscription) { subscriber.receive(subscription: $0) }
            loop.leave { handle($0) }
        } else {
            // Another delivery is under way, maybe one further up this very stack: the attachment is queued behind it.
            subscriber.receive(subscription: subjectSubscription)
            guard loop.enter(or: .attach(subjectSubscription)) else { return }
            attach(subjectSubscription) { _ in }
            loop.leave { handle($0) }
        }
    }

    /// Publishes a value to every subscriber with demand; does nothing after a completion.
    ///
    /// - Parameter input: The value.
    /// - Complexity: O(*s*) in the number of subscribers.
    @_alwaysEmitIntoClient @inline(__always)
    public func send(_ input: Output) {
        guard loop.enter(or: .value(input)) else { return }
        deliver(input)
        if !loop.letGo() { handleQueued() }
    }

    /// Ends the stream for every subscriber; values sent later are not published.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    @_alwaysEmitIntoClient
    public func send(completion: Subscribers.Completion<Failure>) {
        guard loop.enter(or: .completion(completion)) else { return }
        finish(completion)
        loop.leave { handle($0) }
    }

    /// Keeps the subscription to a publisher that this subject is subscribed to.
    ///
    /// Unlimited values are requested from it as soon as a subscriber of this subject demands any.
    ///
    /// - Parameter subscription: The subscription to that publisher.
    @_alwaysEmitIntoClient
    public func send(subscription: any Subscription) {
        if feeds.withLock({ $0.add(subscription) }) { subscription.request(.unlimited) }
    }

    /// Handles queued events; kept out of ``send(_:)``, which stays small and seldom needs it.
    @_alwaysEmitIntoClient @inline(never)
    func handleQueued() {
        loop.drain { handle($0) }
    }

    @_alwaysEmitIntoClient
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let subjectSubscription): attach(subjectSubscription) { _ in }
        case .detach(let subjectSubscription): detach(subjectSubscription)
        }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func deliver(_ value: Output) {
        // Two closures, because one that is used twice is not inlined.
        list.first?._withUnsafeGuaranteedRef { _ = $0.offer(value) }
        if !list.slots.isEmpty { list.forEachSlot { $0.offer(value) } }
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
        }
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

extension PassthroughSubject: SubscriberListOwner {
    @_alwaysEmitIntoClient
    func hasDemand(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        guard !isFed.load(ordering: .relaxed) else { return }
        let waiting = feeds.withLock { $0.start() }
        isFed.store(true, ordering: .relaxed)
        for feed in waiting { feed.request(.unlimited) }
    }

    @_alwaysEmitIntoClient
    func hasCancelled(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        guard loop.enter(or: .detach(subjectSubscription)) else { return }
        detach(subjectSubscription)
        loop.leave { handle($0) }
    }
}
