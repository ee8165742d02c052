import Synchronization

/// A subject that keeps its last values, and gives them to whoever subscribes late, also after the end.
///
/// Not in Combine. Each subscriber is given everything it demands, without loss, in one order for all.
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: `kept`, `subscribers` and `end` belong to whoever holds `turn`.
    private enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(ReplayConduit<Output, Failure>)
        case detach(ReplayConduit<Output, Failure>)
    }

    /// How many values are kept.
    public let bufferSize: Int
    private let turn = Turn<Event>()
    private let feeds = Mutex<[any Subscription]>([])
    @exclusivity(unchecked) private var kept = Line<Output>()
    @exclusivity(unchecked) private var subscribers: [ReplayConduit<Output, Failure>] = []
    @exclusivity(unchecked) private var end: Subscribers.Completion<Failure>?

    /// Makes a subject without values.
    ///
    /// - Parameter bufferSize: How many values are kept for late subscribers.
    public init(bufferSize: Int = .max) { self.bufferSize = Swift.max(0, bufferSize) }

    deinit { feeds.withLock { $0 }.forEach { $0.cancel() } }

    /// Attaches `subscriber`, which gets what is kept first.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = ReplayConduit(downstream: AnySubscriber(subscriber)) { [weak self] in self?.leave($0) }
        subscriber.receive(subscription: conduit)
        guard turn.enter(or: .attach(conduit)) else { return }
        attach(conduit)
        turn.leave { handle($0) }
    }

    /// Gives a value to every subscriber, and keeps it for those to come.
    public func send(_ value: Output) {
        guard turn.enter(or: .value(value)) else { return }
        deliver(value)
        turn.leave { handle($0) }
    }

    /// Ends the stream; late subscribers still get what is kept, and the end.
    public func send(completion: Subscribers.Completion<Failure>) {
        guard turn.enter(or: .completion(completion)) else { return }
        finish(completion)
        turn.leave { handle($0) }
    }

    /// Demands everything from a publisher that feeds this subject.
    public func send(subscription: any Subscription) {
        feeds.withLock { $0.append(subscription) }
        subscription.request(.unlimited)
    }

    private func leave(_ conduit: ReplayConduit<Output, Failure>) {
        guard turn.enter(or: .detach(conduit)) else { return }
        detach(conduit)
        turn.leave { handle($0) }
    }

    // MARK: In turn

    private func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let conduit): attach(conduit)
        case .detach(let conduit): detach(conduit)
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

    private func attach(_ conduit: ReplayConduit<Output, Failure>) {
        var late = kept
        while let value = late.popFirst() { conduit.give(value) }
        if let end { conduit.finish(end) } else if !conduit.gauge.isClosed { subscribers.append(conduit) }
    }

    private func detach(_ conduit: ReplayConduit<Output, Failure>) {
        subscribers.removeAll { $0 === conduit }
    }
}

/// What a ``ReplaySubject`` keeps of one subscriber.
private final class ReplayConduit<Output: Sendable, Failure: Error>: Dispenser<AnySubscriber<Output, Failure>>,
    @unchecked Sendable  // as its base
{
    init(downstream: AnySubscriber<Output, Failure>, leave: @escaping @Sendable (ReplayConduit) -> Void) {
        super.init(
            downstream: downstream,
            stopped: { leave(unsafeDowncast($0, to: ReplayConduit<Output, Failure>.self)) })
    }

    override var description: String { "ReplaySubject" }
}
