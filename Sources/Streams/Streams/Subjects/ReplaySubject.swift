import Synchronization

/// A subject that keeps its latest values and replays them to late subscribers, even after its completion.
///
/// This subject does not exist in Combine. Each subscriber receives every value as it demands them, in the same order
/// for all.
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: only the thread that holds `loop` touches `kept`, `subscribers` and `end`.
    private enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(ReplaySubscription<Output, Failure>)
        case detach(ReplaySubscription<Output, Failure>)
    }

    /// The number of values that are kept.
    public let bufferSize: Int
    private let loop = DrainLoop<Event>()
    private let feeds = Mutex<[any Subscription]>([])
    @exclusivity(unchecked) private var kept = Queue<Output>()
    @exclusivity(unchecked) private var subscribers: [ReplaySubscription<Output, Failure>] = []
    @exclusivity(unchecked) private var end: Subscribers.Completion<Failure>?

    /// Creates a subject without values.
    ///
    /// - Parameter bufferSize: The number of values that are kept for late subscribers; unlimited by default, and a
    ///   negative number counts as 0.
    public init(bufferSize: Int = .max) { self.bufferSize = Swift.max(0, bufferSize) }

    deinit { feeds.withLock { $0 }.forEach { $0.cancel() } }

    /// Attaches `subscriber`, which receives the kept values first.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subjectSubscription = ReplaySubscription(downstream: AnySubscriber(subscriber)) { [weak self] in
            self?.leave($0)
        }
        subscriber.receive(subscription: subjectSubscription)
        guard loop.enter(or: .attach(subjectSubscription)) else { return }
        attach(subjectSubscription)
        loop.leave { handle($0) }
    }

    /// Publishes a value to every subscriber, and keeps it for later ones; does nothing after a completion.
    ///
    /// - Parameter value: The value.
    /// - Complexity: O(*s*) in the number of subscribers.
    public func send(_ value: Output) {
        guard loop.enter(or: .value(value)) else { return }
        deliver(value)
        loop.leave { handle($0) }
    }

    /// Ends the stream; late subscribers still receive the kept values and the completion.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    public func send(completion: Subscribers.Completion<Failure>) {
        guard loop.enter(or: .completion(completion)) else { return }
        finish(completion)
        loop.leave { handle($0) }
    }

    /// Requests unlimited values from a publisher that this subject is subscribed to.
    ///
    /// - Parameter subscription: The subscription to that publisher.
    public func send(subscription: any Subscription) {
        feeds.withLock { $0.append(subscription) }
        subscription.request(.unlimited)
    }

    private func leave(_ subjectSubscription: ReplaySubscription<Output, Failure>) {
        guard loop.enter(or: .detach(subjectSubscription)) else { return }
        detach(subjectSubscription)
        loop.leave { handle($0) }
    }

    // MARK: Inside the drain loop

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
        if let end {
            subjectSubscription.finish(end)
        } else if !subjectSubscription.demandCounter.isClosed {
            subscribers.append(subjectSubscription)
        }
    }

    private func detach(_ subjectSubscription: ReplaySubscription<Output, Failure>) {
        subscribers.removeAll { $0 === subjectSubscription }
    }
}

/// The subscription of one subscriber to a ``ReplaySubject``.
private final class ReplaySubscription<Output: Sendable, Failure: Error>: BufferedSubscription<
    AnySubscriber<Output, Failure>
>,
@unchecked Sendable  // safe as its base class is
{
    init(downstream: AnySubscriber<Output, Failure>, leave: @escaping @Sendable (ReplaySubscription) -> Void) {
        super.init(
            downstream: downstream,
            stopped: { leave(unsafeDowncast($0, to: ReplaySubscription<Output, Failure>.self)) })
    }

    override var description: String { "ReplaySubject" }
}
