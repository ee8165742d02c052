public import Synchronization

/// The operator subscriber of ``Publishers/FlatMap``: turns upstream values into publishers and merges their values.
@usableFromInline
final class FlatMapSubscriber<NewPublisher: Publisher, Input: Sendable>:
    MergeCoordinator<NewPublisher.Output, NewPublisher.Failure>, Subscriber,
    @unchecked Sendable  // the lock of `source` guards `waiting` and `transform`
{
    @usableFromInline typealias Failure = NewPublisher.Failure
    @usableFromInline typealias Transform = @Sendable (Input) -> NewPublisher

    /// The maximum number of active publishers.
    @usableFromInline let limit: Subscribers.Demand
    /// The upstream subscription.
    @usableFromInline let slot = UpstreamSlot()
    /// The counters of active publishers and waiting values; its lock also guards `transform` and `waiting`.
    @usableFromInline let source = Mutex(FlatMapSource())
    /// The closure that returns the publisher for a value; `nil` after the end.
    @exclusivity(unchecked) @usableFromInline var transform: Transform?
    /// The values that wait because the maximum number of publishers is active.
    @exclusivity(unchecked) @usableFromInline var waiting: Queue<Input>
    /// The trampoline that starts waiting values: publishers that finish immediately cause a loop instead of recursion.
    @usableFromInline let starter = Trampoline()

    @_alwaysEmitIntoClient @inline(__always)
    init(
        downstream: AnySubscriberBox<NewPublisher.Output, NewPublisher.Failure>, maxPublishers: Subscribers.Demand,
        transform: @escaping Transform
    ) {
        limit = maxPublishers
        self.transform = transform
        waiting = Queue()
        super.init(downstream: downstream)
    }

    @usableFromInline override var description: String { "FlatMap" }

    @usableFromInline func receive(subscription: any Subscription) {
        if slot.accept(subscription) != nil, limit > .none { demandMore(limit) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        if let transform = admit(input) { attach(transform(input)) }
        return .none
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard slot.end() else { return }
        switch completion {
        case .failure(let failure): finish(failure)
        case .finished:
            let isDone = source.withLock { source in
                source.isOver = true
                return source.isDone
            }
            if isDone { finish(nil) }
        }
    }

    /// Returns the closure to call for `input` now; `nil` if `input` has to wait or the stream has ended.
    @_alwaysEmitIntoClient @inline(__always)
    func admit(_ input: Input) -> Transform? {
        source.withLock { source in
            guard let transform else { return nil }
            // A value that arrives while others wait must not overtake them.
            if let limit = limit.max, source.running >= limit || source.waiting > 0 {
                waiting.append(input)
                source.waiting += 1
                return nil
            }
            source.running += 1
            return transform
        }
    }

    /// Counts a finished publisher, and then completes, starts a waiting value or requests the next upstream value.
    @usableFromInline override func left() {
        let (isDone, isWaiting) = source.withLock { source in
            source.running -= 1
            return (source.isDone, source.waiting > 0)
        }
        if isDone {
            finish(nil)
        } else if isWaiting {
            startWaiting()
        } else if limit != .unlimited {
            demandMore(.max(1))
        }
    }

    /// Demands values; demands all values from an upstream publisher that drops values without demand, and queues them
    /// here.
    @usableFromInline func demandMore(_ demand: Subscribers.Demand) {
        guard !source.withLock({ $0.isHoarding }) else { return }
        let isLossy = slot.dropsWithoutDemand
        if isLossy { source.withLock { $0.isHoarding = true } }
        slot.request(isLossy ? .unlimited : demand)
    }

    /// Demands everything from an upstream publisher that reports only after ``receive(subscription:)`` that it drops
    /// values.
    @usableFromInline func settle() {
        if limit > .none, limit != .unlimited, slot.dropsWithoutDemand { demandMore(limit) }
    }

    /// Starts waiting values until the limit is reached or none are left.
    @usableFromInline func startWaiting() {
        guard starter.enter() else { return }
        repeat {
            while let (next, transform) = nextWaiting() { attach(transform(next)) }
        } while !starter.leave()
    }

    /// Removes the next waiting value and counts its publisher as active; `nil` if none may start.
    @usableFromInline func nextWaiting() -> (Input, Transform)? {
        source.withLock { source in
            guard let transform, let limit = limit.max, source.running < limit, let next = waiting.popFirst() else {
                return nil
            }
            source.waiting -= 1
            source.running += 1
            return (next, transform)
        }
    }

    /// Cancels the upstream subscription, and releases the closure and the waiting values.
    @usableFromInline override func halt() {
        slot.cancel()
        // Released outside of the lock. An empty queue is not accessed: that would look up the metadata of its type.
        let (isWaiting, last) = source.withLock { source -> (Bool, Transform?) in
            let isWaiting = source.waiting > 0
            source.waiting = 0
            let last = transform
            transform = nil
            return (isWaiting, last)
        }
        if isWaiting { _ = source.withLock { _ in waiting.removeAll() } }
        _ = last
    }
}

/// The upstream state of a ``FlatMapSubscriber``.
@usableFromInline
struct FlatMapSource: Sendable {
    /// The number of waiting values.
    @usableFromInline var waiting = 0
    /// The number of active publishers.
    @usableFromInline var running = 0
    /// Whether all values of the upstream publisher are demanded, because it drops values without demand.
    @usableFromInline var isHoarding = false
    /// Whether the upstream publisher has finished.
    @usableFromInline var isOver = false

    @_alwaysEmitIntoClient @inline(__always) init() {}

    /// Whether no more values can arrive.
    @_alwaysEmitIntoClient var isDone: Bool { isOver && running == 0 && waiting == 0 }
}
