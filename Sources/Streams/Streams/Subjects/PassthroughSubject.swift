public import Synchronization

/// A subject that passes on what it is sent, to whoever is subscribed at that time, and keeps nothing.
///
/// Values sent from several threads at once, or from inside a delivery, reach every subscriber whole and in one and the same order;
/// a value that is sent from inside a delivery comes after that delivery. A value that a subscriber has not demanded is lost to it.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: `list` and `completion` belong to whoever holds `loop`.
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
    /// Whether the feeds have been started, for whoever has no need of a lock to know.
    @usableFromInline let isFed = Atomic(false)

    /// Makes a subject without subscribers.
    @inlinable
    public init() {
        // Here and not where they are declared, for here it is compiled for the types.
        loop = DrainLoop()
        list = SubscriberList()
        completion = nil
    }

    // The list is empty by now: a conduit keeps its subject.
    deinit { cancelAll(of: feeds) }

    /// Attaches `subscriber` behind those who are there.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subjectSubscription = BoundSubjectSubscription<_, S, ReleasableBox<S>>(owner: self, downstream: subscriber)
        if loop.enter() {
            attach(subjectSubscription) { subscriber.receive(subscription: $0) }
            loop.leave { handle($0) }
        } else {
            // Another delivery is under way, maybe further up this very stack: stand in line for the values.
            subscriber.receive(subscription: subjectSubscription)
            guard loop.enter(or: .attach(subjectSubscription)) else { return }
            attach(subjectSubscription) { _ in }
            loop.leave { handle($0) }
        }
    }

    /// Gives a value to every subscriber who has demand.
    @inlinable @inline(__always)
    public func send(_ input: Output) {
        guard loop.enter(or: .value(input)) else { return }
        deliver(input)
        if !loop.letGo() { handleLine() }
    }

    /// Ends the stream for every subscriber; what is sent later is ignored.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        guard loop.enter(or: .completion(completion)) else { return }
        finish(completion)
        loop.leave { handle($0) }
    }

    /// Demands everything from a publisher that feeds this subject, as soon as some subscriber demands something.
    @inlinable
    public func send(subscription: any Subscription) {
        if feeds.withLock({ $0.add(subscription) }) { subscription.request(.unlimited) }
    }

    /// Apart from ``send(_:)``, which is small without it and seldom comes here.
    @inlinable @inline(never)
    func handleLine() {
        loop.drain { handle($0) }
    }

    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let subjectSubscription): attach(subjectSubscription) { _ in }
        case .detach(let subjectSubscription): detach(subjectSubscription)
        }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Output) {
        list.forEach { $0.offer(value) }
    }

    @inlinable
    func attach(_ subjectSubscription: SubjectSubscription<Output, Failure>, telling subscribe: (any Subscription) -> Void) {
        if let completion {
            subscribe(Subscriptions.empty)
            subjectSubscription.finish(completion)
        } else if !subjectSubscription.demandCounter.isClosed {
            list.append(subjectSubscription)
            subscribe(subjectSubscription)
        }
    }

    @inlinable
    func detach(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        list.remove(subjectSubscription)
        subjectSubscription.detach()
    }

    @inlinable
    func finish(_ end: Subscribers.Completion<Failure>) {
        guard completion == nil else { return }
        completion = end
        let feeds = feeds.withLock { $0.take() }
        for subjectSubscription in list.removeAll() { subjectSubscription.finish(end) }
        _ = feeds
    }
}

extension PassthroughSubject: SubscriberListOwner {
    @inlinable
    func hasDemand(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        guard !isFed.load(ordering: .relaxed) else { return }
        let waiting = feeds.withLock { $0.start() }
        isFed.store(true, ordering: .relaxed)
        for feed in waiting { feed.request(.unlimited) }
    }

    @inlinable
    func hasCancelled(_ subjectSubscription: SubjectSubscription<Output, Failure>) {
        guard loop.enter(or: .detach(subjectSubscription)) else { return }
        detach(subjectSubscription)
        loop.leave { handle($0) }
    }
}
