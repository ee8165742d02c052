public import Synchronization

/// Takes the values of upstream and lets the publishers made of them flow together.
@usableFromInline
final class FlatMapSubscriber<NewPublisher: Publisher, Input: Sendable, Downstream: Subscriber>: Confluence<Downstream>,
    Subscriber, @unchecked Sendable  // `waiting` is guarded by `source`
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let limit: Subscribers.Demand
    @usableFromInline let transform: @Sendable (Input) -> NewPublisher
    @usableFromInline let link = Link()
    @usableFromInline let source = Mutex(FlatMapSource())
    /// What cannot be started yet.
    @exclusivity(unchecked) @usableFromInline var waiting: Line<Input>
    /// Whoever starts publishers, so that those that finish at once make a loop and no recursion.
    @usableFromInline let starter = Pump()

    @inlinable @inline(__always)
    init(
        downstream: Downstream, maxPublishers: Subscribers.Demand,
        transform: @escaping @Sendable (Input) -> NewPublisher
    ) {
        limit = maxPublishers
        self.transform = transform
        waiting = Line()
        super.init(
            downstream: downstream,
            left: { Self.of($0).leave($1) },
            stopped: { Self.of($0).halt() })
    }

    @usableFromInline override var description: String { "FlatMap" }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> FlatMapSubscriber<NewPublisher, Input, Downstream> {
        unsafeDowncast(bond, to: FlatMapSubscriber<NewPublisher, Input, Downstream>.self)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.accept(subscription) != nil else { return }
        downstream.receive(subscription: self)
        // What upstream would lose waits here instead.
        if limit > .none { subscription.request(subscription.dropsWithoutDemand ? .unlimited : limit) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        if mayStart(input) { start(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.end() else { return }
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

    @inlinable @inline(__always)
    func mayStart(_ input: Input) -> Bool {
        source.withLock { source in
            if let limit = limit.max, source.running >= limit {
                waiting.append(input)
                source.waiting += 1
                return false
            }
            source.running += 1
            return true
        }
    }

    @inlinable @inline(__always)
    func start(_ input: Input) {
        if let member = join() { transform(input).receive(subscriber: member) }
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
            link.request(.max(1))
        }
    }

    @inlinable
    func startWaiting() {
        guard starter.ring() else { return }
        repeat {
            while let next = nextWaiting() { start(next) }
        } while !starter.rest()
    }

    @inlinable
    func nextWaiting() -> Input? {
        source.withLock { source in
            guard let limit = limit.max, source.running < limit, let next = waiting.popFirst() else {
                return nil
            }
            source.waiting -= 1
            source.running += 1
            return next
        }
    }

    @inlinable
    func halt() {
        link.cancel()
        let late = source.withLock { source in
            source.waiting = 0
            return waiting.removeAll()
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
