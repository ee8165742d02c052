public import Synchronization

/// Takes the values of upstream and lets the publishers made of them flow together.
@usableFromInline
final class FlatMapSubscriber<
    NewPublisher: Publisher, Input: Sendable, Downstream: Subscriber
>: MergeCoordinator<Downstream>, Subscriber,
    @unchecked Sendable  // `waiting` and `transform` are guarded by `source`
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Transform = @Sendable (Input) -> NewPublisher

    @usableFromInline let limit: Subscribers.Demand
    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let source = Mutex(FlatMapSource())
    /// Makes a publisher of a value, until everything is over.
    @exclusivity(unchecked) @usableFromInline var transform: Transform?
    /// What cannot be started yet.
    @exclusivity(unchecked) @usableFromInline var waiting: Queue<Input>
    /// Whoever starts publishers, so that those that finish at once make a loop and no recursion.
    @usableFromInline let starter = Trampoline()

    @inlinable @inline(__always)
    init(
        downstream: Downstream, maxPublishers: Subscribers.Demand,
        transform: @escaping Transform
    ) {
        limit = maxPublishers
        self.transform = transform
        waiting = Queue()
        super.init(
            downstream: downstream,
            left: { Self.of($0).leave($1) },
            stopped: { Self.of($0).halt() })
    }

    @usableFromInline override var description: String { "FlatMap" }

    @inlinable @inline(__always)
    static func of(_ base: SubscriptionBase) -> FlatMapSubscriber<NewPublisher, Input, Downstream> {
        unsafeDowncast(base, to: FlatMapSubscriber<NewPublisher, Input, Downstream>.self)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard slot.accept(subscription) != nil else { return }
        begin()
        // What upstream would lose waits here instead.
        if limit > .none { subscription.request(subscription.dropsWithoutDemand ? .unlimited : limit) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        if let transform = admit(input) { start(transform(input)) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard slot.end() else { return }
        switch completion {
        case .failure: finish(completion)
        case .finished:
            let isDone = source.withLock { source in
                source.isOver = true
                return source.isDone
            }
            if isDone { finish(.finished) }
        }
    }

    /// What makes a publisher of `input` now; `nil` when that has to wait, or everything is over.
    @inlinable @inline(__always)
    func admit(_ input: Input) -> Transform? {
        source.withLock { source in
            guard let transform else { return nil }
            if let limit = limit.max, source.running >= limit {
                waiting.append(input)
                source.waiting += 1
                return nil
            }
            source.running += 1
            return transform
        }
    }

    @inlinable @inline(__always)
    func start(_ publisher: NewPublisher) {
        if let member = join() { publisher.receive(subscriber: member) }
    }

    /// Makes room for the next value when a publisher has finished.
    @inlinable
    func leave(_ member: Member) {
        members.withLock { $0.remove(member) }
        let (isDone, isWaiting) = source.withLock { source in
            source.running -= 1
            return (source.isDone, source.waiting > 0)
        }
        if isDone {
            finish(.finished)
        } else if isWaiting {
            startWaiting()
        } else if limit != .unlimited {
            slot.request(.max(1))
        }
    }

    @inlinable
    func startWaiting() {
        guard starter.ring() else { return }
        repeat {
            while let (next, transform) = nextWaiting() { start(transform(next)) }
        } while !starter.rest()
    }

    @inlinable
    func nextWaiting() -> (Input, Transform)? {
        source.withLock { source in
            guard let transform, let limit = limit.max, source.running < limit, let next = waiting.popFirst() else {
                return nil
            }
            source.waiting -= 1
            source.running += 1
            return (next, transform)
        }
    }

    @inlinable
    func halt() {
        slot.cancel()
        let late = source.withLock { source in
            source.waiting = 0
            return (waiting.removeAll(), transform.take())
        }
        _ = late
    }
}

/// How a ``FlatMapSubscriber`` stands with its upstream.
@usableFromInline
struct FlatMapSource: Sendable {
    /// How many values cannot be started yet.
    @usableFromInline var waiting = 0
    @usableFromInline var running = 0
    @usableFromInline var isOver = false

    @inlinable @inline(__always)
    init() {}

    /// Whether nothing is to be expected any more.
    @inlinable var isDone: Bool { isOver && running == 0 && waiting == 0 }
}
