import Synchronization

/// A subject that publishes each value to its current subscribers, and keeps no value.
///
/// Values sent from several threads concurrently, or during a delivery, reach every subscriber one at a time and in the
/// same order; a value that is sent during a delivery follows it. A subscriber that has no demand misses the value.
/// `send` does not wait for a delivery of another thread: its value waits, see <doc:PublisherContract#Waiting-values>.
///
/// ```swift
/// let subject = PassthroughSubject<Int, Never>()
/// subject.send(1)
/// let subscription = subject.sink { print($0) }
/// subject.send(2)
/// subject.send(3)
/// subscription.cancel()
/// // prints 2, 3
/// ```
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: only the thread that owns `loop` accesses `list`, `isOver` and `failure`.
    @usableFromInline let loop = DrainLoop()
    @exclusivity(unchecked) @usableFromInline var list = SubscriberList()
    @exclusivity(unchecked) var isOver = false
    @exclusivity(unchecked) var failure: (any Error)?
    let feeds = Mutex(Feeds())
    /// Whether unlimited values were requested from `feeds`, readable without a lock.
    let isFed = Atomic(false)

    /// The name of its subscriptions for the output of `print()`.
    @usableFromInline let name: StaticString

    /// Creates a subject without subscribers.
    public init() { name = "PassthroughSubject" }

    /// Creates the subject of a publisher of this package.
    ///
    /// - Parameter name: The name of its subscriptions for the output of `print()`.
    @usableFromInline package init(name: StaticString) { self.name = name }

    // The list is empty by now, as each subscription retains its subject.
    deinit { cancelAll(of: feeds) }

    /// Attaches `subscriber` after the existing subscribers; see ``Publisher``, whose parameters are the same.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let box = AnySubscriber(subscriber).box
        attach(BoundSubjectSubscription(owner: self, downstream: box), to: box)
    }

    @usableFromInline
    func attach(_ member: SubjectSubscription<Output, Failure>, to subscriber: AnySubscriberBox<Output, Failure>) {
        if !loop.run({ attach(member) { subscriber.open($0) } }) { attachLate(subscriber) }
    }

    /// Attaches `subscriber` during a delivery, possibly on the same stack; its place is behind that delivery.
    private func attachLate(_ subscriber: AnySubscriberBox<Output, Failure>) {
        let buffer = LateSubscriberBuffer(name: name, downstream: subscriber)
        let member = BoundSubjectSubscription(owner: self, downstream: buffer)
        let isMine = loop.enter(or: { self.attach(member) { _ in } })
        if isMine { attach(member) { _ in } }
        _ = buffer.start(member)
        if isMine { loop.leave() }
    }

    /// Publishes a value to every subscriber with demand; does nothing after a completion.
    ///
    /// - Parameter input: The value.
    /// - Complexity: O(*s*) in the number of subscribers.
    @_alwaysEmitIntoClient @inline(__always)
    public func send(_ input: Output) {
        guard loop.enter(or: { self.deliver(input) }) else { return }
        deliver(input)
        loop.leave()
    }

    /// Ends the stream for every subscriber; values sent later are not published.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    @_alwaysEmitIntoClient @inline(__always)
    public func send(completion: Subscribers.Completion<Failure>) { end(completion.failure) }

    @usableFromInline
    func end(_ failure: (any Error)?) { loop.serialize(finish(failure), or: { self.finish(failure) }) }

    /// Keeps the subscription to a publisher that this subject is subscribed to.
    ///
    /// Unlimited values are requested from it as soon as a subscriber of this subject demands a value.
    ///
    /// - Parameter subscription: The subscription to that publisher.
    public func send(subscription: any Subscription) {
        if feeds.withLock({ $0.add(subscription) }) { subscription.request(.unlimited) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func deliver(_ value: Output) {
        // Two closures, because a closure that is used twice is not inlined.
        list.first?._withUnsafeGuaranteedRef { _ = SubjectSubscription<Output, Failure>.of($0).offer(value) }
        if !list.slots.isEmpty { list.forEachSlot { SubjectSubscription<Output, Failure>.of($0).offer(value) } }
    }

    private func attach(_ member: SubjectMember, telling subscribe: (any Subscription) -> Void) {
        if isOver {
            subscribe(Subscriptions.empty)
            member.finish(failure)
        } else if !member.demandCounter.isClosed {
            list.append(member)
            subscribe(member)
        }
    }

    private func finish(_ failure: (any Error)?) {
        guard !isOver else { return }
        (isOver, self.failure) = (true, failure)
        let feeds = feeds.withLock { $0.take() }
        for member in list.removeAll() { member.finish(failure) }
        _ = feeds
    }
}

extension PassthroughSubject: SubscriberListOwner {
    @usableFromInline func hasDemand(_ member: SubjectMember) {
        guard !isFed.load(ordering: .relaxed) else { return }
        let waiting = feeds.withLock { $0.start() }
        isFed.store(true, ordering: .relaxed)
        for feed in waiting { feed.request(.unlimited) }
    }

    @usableFromInline
    func hasCancelled(_ member: SubjectMember) { loop.serialize(list.remove(member), or: { self.list.remove(member) }) }

    /// Attaches a sink whose token holds the subscription itself.
    @usableFromInline func attach(sink: SubjectMember) {
        loop.serialize(attach(sink) { _ in }, or: { self.attach(sink) { _ in } })
        hasDemand(sink)
    }

    /// Attaches a sink whose token holds the subscription itself.
    @_alwaysEmitIntoClient
    func attachSink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        let sink = SinkSubjectSubscription(
            owner: self, receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        attach(sink: sink)
        return AnyCancellable(sink)
    }
}
