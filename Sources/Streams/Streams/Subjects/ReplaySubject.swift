import Synchronization

/// A subject that keeps its last values, and gives them to whoever subscribes late, also after the end.
///
/// Not in Combine. Each subscriber is given everything it demands, without loss, in one order for all.
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: `kept`, `subscribers` and `end` belong to whoever holds `loop`.
    private enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(ReplaySubscription<Output, Failure>)
        case detach(ReplaySubscription<Output, Failure>)
    }

    /// How many values are kept.
    public let bufferSize: Int
    private let loop = DrainLoop<Event>()
    private let feeds = Mutex<[any Subscription]>([])
    @exclusivity(unchecked) private var kept = Queue<Output>()
    @exclusivity(unchecked) private var subscribers: [ReplaySubscription<Output, Failure>] = []
    @exclusivity(unchecked) private var end: Subscribers.Completion<Failure>?

    /// Makes a subject without values.
    ///
    /// - Parameter bufferSize: How many values are kept for late subscribers.
    public init(bufferSize: Int = .max) { self.bufferSize = Swift.max(0, bufferSize) }

    deinit { feeds.withLock { $0 }.forEach { $0.cancel() } }

    /// Attaches `subscriber`, which gets what is kept first.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subjectSubscription = ReplaySubscription(downstream: AnySubscriber(subscriber)) { [weak self] in self?.leave($0) }
        subscriber.receive(subscription: subjectSubscription)
        guard loop.enter(or: .attach(subjectSubscription)) else { return }
        attach(subjectSubscription)
        loop.leave { handle($0) }
    }

    /// Gives a value to every subscriber, and keeps it for those to come.
    public func send(_ value: Output) {
        guard loop.enter(or: .value(value)) else { return }
        deliver(value)
        loop.leave { handle($0) }
    }

    /// Ends the stream; late subscribers still get what is kept, and the end.
    public func send(completion: Subscribers.Completion<Failure>) {
        guard loop.enter(or: .completion(completion)) else { return }
        finish(completion)
        loop.leave { handle($0) }
    }

    /// Demands everything from a publisher that feeds this subject.
    public func send(subscription: any Subscription) {
        feeds.withLock { $0.append(subscription) }
        subscription.request(.unlimited)
    }

    private func leave(_ subjectSubscription: ReplaySubscription<Output, Failure>) {
        guard loop.enter(or: .detach(subjectSubscription)) else { return }
        detach(subjectSubscription)
        loop.leave { handle($0) }
    }

    // MARK: In turn

    private func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let subjectSubscription): attach(subjectSubscription)
        case .detach(let subjectSubscription): detach(subjectSubscription)
        }
    }

    private func deliver(_ value: Output) {
        guard end == nil else { return }
        kept.append(value)
        if kept.count > bufferSize { _ = kept.popFirst() }
        for subscriber in subscribers { subscriber.give(value) }
    }

    private func finish(_ completion: Subscribers.Completion<Failure>) {
        guard end == nil else { return }
        end = completion
        let all = subscribers
        subscribers = []
        feeds.withLock { $0 = [] }
        for subscriber in all { subscriber.finish(completion) }
    }

    private func attach(_ subjectSubscription: ReplaySubscription<Output, Failure>) {
        var late = kept
        while let value = late.popFirst() { subjectSubscription.give(value) }
        if let end { subjectSubscription.finish(end) } else if !subjectSubscription.demandCounter.isClosed { subscribers.append(subjectSubscription) }
    }

    private func detach(_ subjectSubscription: ReplaySubscription<Output, Failure>) {
        subscribers.removeAll { $0 === subjectSubscription }
    }
}

/// What a ``ReplaySubject`` keeps of one subscriber.
private final class ReplaySubscription<Output: Sendable, Failure: Error>: BufferedSubscription<AnySubscriber<Output, Failure>>,
    @unchecked Sendable  // as its base
{
    init(downstream: AnySubscriber<Output, Failure>, leave: @escaping @Sendable (ReplaySubscription) -> Void) {
        super.init(
            downstream: downstream,
            stopped: { leave(unsafeDowncast($0, to: ReplaySubscription<Output, Failure>.self)) })
    }

    override var description: String { "ReplaySubject" }
}
