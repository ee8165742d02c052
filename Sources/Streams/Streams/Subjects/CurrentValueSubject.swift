public import Synchronization

/// A subject that keeps its latest value and publishes it to every new subscriber.
///
/// Values sent from several threads concurrently, or during a delivery, reach every subscriber in the same order.
/// ``value`` is the value that was sent last, even while its delivery is still queued. A subscriber without demand
/// misses values, and receives the latest one as soon as it demands again. `send` does not wait for a delivery of
/// another thread: its value waits, see <doc:PublisherContract#Waiting-values>.
///
/// ```swift
/// let subject = CurrentValueSubject<Int, Never>(1)
/// let subscription = subject.sink { print($0) }
/// subject.value = 2
/// subject.send(3)
/// subscription.cancel()
/// // prints 1, 2, 3
/// ```
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: only the thread that owns `loop` accesses `list`, `latest`, `isOver` and `failure`.
    /// The value that was sent last, while `latest` is the value that was delivered last.
    @usableFromInline
    struct Current: Sendable {
        @usableFromInline var value: Output
        @usableFromInline var isOver = false

        @_alwaysEmitIntoClient init(_ value: Output) { self.value = value }
    }

    @usableFromInline let loop = DrainLoop()
    @exclusivity(unchecked) @usableFromInline var list = SubscriberList()
    @exclusivity(unchecked) @usableFromInline var latest: Output
    @exclusivity(unchecked) @usableFromInline var isOver = false
    @exclusivity(unchecked) var failure: (any Error)?
    @usableFromInline let current: Mutex<Current>
    /// The name of its subscriptions for the output of `print()`.
    @usableFromInline let name: StaticString
    let feeds = Mutex(Feeds())

    /// Creates a subject with an initial value.
    ///
    /// - Parameter value: The value that subscribers receive first.
    @_alwaysEmitIntoClient
    public init(_ value: Output) {
        name = "CurrentValueSubject"
        latest = value
        current = Mutex(Current(value))
    }

    init(_ value: Output, name: StaticString) {
        self.name = name
        latest = value
        current = Mutex(Current(value))
    }

    // The list is empty, because each subscription retains its subject.
    deinit { cancelAll(of: feeds) }

    /// The latest value; setting it sends it to every subscriber, and after a completion only stores it.
    @_alwaysEmitIntoClient
    public final var value: Output {
        get { current.withLock { $0.value } }
        set { set(newValue, evenAfterEnd: true) }
    }

    /// Attaches `subscriber`, which receives the current value as soon as it demands a value.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let box = AnySubscriber(subscriber).box
        attach(BoundSubjectSubscription(owner: self, downstream: box), to: box)
    }

    @usableFromInline
    func attach(_ member: SubjectSubscription<Output, Failure>, to subscriber: AnySubscriberBox<Output, Failure>) {
        if !loop.run({ attach(member) { subscriber.open($0) } }) { attachLate(subscriber) }
    }

    /// Attaches `subscriber` during a delivery, possibly on the same stack; it receives the current value immediately.
    private func attachLate(_ subscriber: AnySubscriberBox<Output, Failure>) {
        let buffer = LateSubscriberBuffer(name: name, downstream: subscriber)
        let member = BoundSubjectSubscription(owner: self, downstream: buffer)
        member.isUpToDate = true  // the buffer delivers the current value
        // The current value, and the place in the queue behind it, are taken atomically.
        let (value, isMine) = current.withLock { current -> (Output?, Bool) in
            (current.isOver ? nil : current.value, loop.enter(orAtOnce: { self.attach(member) { _ in } }))
        }
        if isMine { attach(member) { _ in } }
        if buffer.start(member, current: value) {
            loop.serialize(startLate(member, behind: buffer), or: { self.startLate(member, behind: buffer) })
        }
        if isMine { loop.leave() }
    }

    /// Makes the subject responsible for the first value of a subscriber that has requested nothing at its attachment.
    private func startLate(_ member: SubjectMember, behind buffer: LateSubscriberBuffer<Output, Failure>) {
        guard !buffer.hasReceived else { return }
        member.isUpToDate = false
        catchUp(member)
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
            return (!current.isOver && loop.enter(orAtOnce: { self.deliver(input) }), last)
        }
        _ = last  // released here, outside the lock
        guard isMine else { return }
        deliver(input)
        loop.leave()
    }

    /// Ends the stream for every subscriber; values sent later are not published.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    @_alwaysEmitIntoClient @inline(__always)
    public func send(completion: Subscribers.Completion<Failure>) { end(completion.failure) }

    @usableFromInline func end(_ failure: (any Error)?) {
        let isMine = current.withLock { current in
            current.isOver = true
            return loop.enter(orAtOnce: { self.finish(failure) })
        }
        guard isMine else { return }
        finish(failure)
        loop.leave()
    }

    /// Requests unlimited values from a publisher that this subject is subscribed to.
    ///
    /// - Parameter subscription: The subscription to that publisher.
    public func send(subscription: any Subscription) {
        _ = feeds.withLock { $0.add(subscription) }
        subscription.request(.unlimited)
    }

    @_alwaysEmitIntoClient @inline(__always)
    func deliver(_ value: Output) {
        guard !isOver else { return }
        let last = latest
        latest = value
        list.forEach { $0.isUpToDate = SubjectSubscription<Output, Failure>.of($0).offer(value) }
        _ = last
    }

    private func attach(_ member: SubjectMember, telling subscribe: (any Subscription) -> Void) {
        if isOver {
            subscribe(Subscriptions.empty)
            member.finish(failure)
        } else if !member.demandCounter.isClosed {
            list.append(member)
            subscribe(member)
            catchUp(member)
        }
    }

    private func catchUp(_ member: SubjectMember) {
        guard member.slot >= 0, !member.isUpToDate else { return }
        member.isUpToDate = SubjectSubscription<Output, Failure>.of(member).offer(latest)
    }

    private func finish(_ failure: (any Error)?) {
        guard !isOver else { return }
        (isOver, self.failure) = (true, failure)
        let feeds = feeds.withLock { $0.take() }
        for member in list.removeAll() { member.finish(failure) }
        _ = feeds
    }
}

extension CurrentValueSubject: SubscriberListOwner {
    @usableFromInline
    func hasDemand(_ member: SubjectMember) { loop.serialize(catchUp(member), or: { self.catchUp(member) }) }

    @usableFromInline
    func hasCancelled(_ member: SubjectMember) { loop.serialize(list.remove(member), or: { self.list.remove(member) }) }
}
