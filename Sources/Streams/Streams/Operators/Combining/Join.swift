public import Synchronization

/// The latest or queued values of several publishers, and the rule for combining them into one output value.
@usableFromInline
protocol JoinRow: Sendable {
    associatedtype Output: Sendable

    init()
    /// Combines the next values; `nil` if a publisher has no value yet.
    mutating func next() -> Output?
    /// Whether ``next()`` would return a value.
    var isComplete: Bool { get }
    /// Whether no further output is possible after the publishers of the bit set `finished` have finished.
    func isOver(_ finished: UInt8, of count: Int) -> Bool
    /// Whether a new value replaces the pending value of its publisher (combine latest) instead of queueing behind it
    /// (zip).
    static var keepsLatestOnly: Bool { get }
}

/// The coordinator of ``Publisher/zip(_:)`` and ``Publisher/combineLatest(_:)``, which differ only in the row.
@usableFromInline
final class Join<Row: JoinRow, Downstream: Subscriber>: ValueSubscription, @unchecked Sendable
where Row.Output == Downstream.Input {
    // Unchecked: only the owner of `loop` accesses the variables.
    @usableFromInline let count: Int
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let loop = DrainLoop()
    @usableFromInline let links: Mutex<[(any Subscription)?]>
    @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>
    @exclusivity(unchecked) @usableFromInline var row = Row()
    @exclusivity(unchecked) @usableFromInline var finished: UInt8 = 0
    /// Whether a new combination waits for demand.
    @exclusivity(unchecked) @usableFromInline var hasNews = false
    /// The number of values of each publisher before all publishers had one, under bounded demand; empty without any.
    /// All but one of each were replaced, and replacements are demanded as soon as all publishers have a value.
    @exclusivity(unchecked) @usableFromInline var early: [Int] = []

    @_alwaysEmitIntoClient @inline(__always)
    init(downstream: Downstream, count: Int) {
        self.downstream = ReleasableBox(downstream)
        self.count = count
        links = Mutex(Array(repeating: nil, count: count))
        super.init(
            request: { unsafeDowncast($0, to: Join.self).demand($1) },
            cancel: { unsafeDowncast($0, to: Join.self).abandon() })
    }

    /// Subscribes to the publisher with the given index; `store` puts its values into the row.
    @_alwaysEmitIntoClient @inline(__always)
    func attach<P: Publisher>(
        _ publisher: P, _ index: Int, _ store: @escaping @Sendable (inout Row, P.Output) -> Void
    ) where P.Failure == Downstream.Failure {
        guard !demandCounter.isClosed else { return }
        publisher.receive(subscriber: JoinSide(parent: self, index: index, store: store))
    }

    /// Stores the subscription of one publisher and demands the outstanding downstream demand from it.
    @_alwaysEmitIntoClient func slot(_ subscription: any Subscription, at index: Int) {
        let demand = links.withLock { links -> Subscribers.Demand? in
            guard !demandCounter.isClosed, links[index] == nil else { return nil }
            links[index] = subscription
            return demandCounter.demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    @usableFromInline func demand(_ demand: Subscribers.Demand) {
        let links = links.withLock { links in demandCounter.add(demand) ? links : [] }
        for slot in links where !demandCounter.isClosed { slot?.request(demand) }
        if Row.keepsLatestOnly { loop.serialize(_ = give(), or: { self.give() }) }
    }

    @usableFromInline override var dropsWithoutDemand: Bool {
        links.withLock { $0 }.contains { $0?.dropsWithoutDemand == true }
    }

    @usableFromInline func abandon() {
        guard demandCounter.close() else { return }
        stop()
        loop.serialize(_ = release(), or: { self.release() })
    }

    @usableFromInline func stop() {
        let all = links.withLock { links in
            defer { links = Array(repeating: nil, count: count) }
            return links
        }
        for slot in all { slot?.cancel() }
    }

    // MARK: Called by the owner of the loop

    /// Stores an enqueued value, and publishes the complete combinations.
    @_alwaysEmitIntoClient func takeLate(from index: Int, _ store: (inout Row) -> Void) {
        store(&row)
        took(from: index)
    }

    /// Publishes the complete combinations after a value was stored.
    @_alwaysEmitIntoClient @inline(__always)
    func took(from index: Int) {
        // Another thread has cancelled since the value was accepted.
        guard !demandCounter.isClosed else { return row = Row() }
        hasNews = true
        if Row.keepsLatestOnly, !demandCounter.isUnlimited {
            if !row.isComplete { return note(index) }
            if !early.isEmpty { repay() }
        }
        let more = give()
        if more > .none { ask(more) }
    }

    /// Counts a value of a publisher before all publishers have one.
    @usableFromInline func note(_ index: Int) {
        if early.isEmpty { early = Array(repeating: 0, count: count) }
        early[index] += 1
    }

    /// Demands replacements for the values that were replaced early.
    @usableFromInline func repay() {
        let values = early
        early = []
        for (index, count) in values.enumerated() where count > 1 {
            links.withLock { $0[index] }?.request(.max(count - 1))
        }
    }

    /// Publishes each combination that is complete and demanded; returns the additional demand for every publisher.
    @_alwaysEmitIntoClient @inline(__always) @discardableResult
    func give() -> Subscribers.Demand {
        var more = Subscribers.Demand.none
        while hasNews, row.isComplete, demandCounter.take(), let value = row.next() {
            if Row.keepsLatestOnly { hasNews = false }
            let answer = downstream.lend { $0.receive(value) } ?? .none
            if answer > .none {
                demandCounter.add(answer)
                more += answer
            }
            if row.isOver(finished, of: count) { finish(.finished) }
        }
        return more
    }

    /// Demands `more` values from all publishers.
    @_alwaysEmitIntoClient func ask(_ more: Subscribers.Demand) {
        for slot in links.withLock({ $0 }) { slot?.request(more) }
    }

    @_alwaysEmitIntoClient func end(_ index: Int, _ completion: Subscribers.Completion<Downstream.Failure>) {
        let side: UInt8 = 1 << UInt8(index)
        // The first completion counts.
        guard finished & side == 0 else { return }
        finished |= side
        switch completion {
        case .failure: finish(completion)
        case .finished: if row.isOver(finished, of: count) { finish(.finished) }
        }
    }

    @usableFromInline func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard demandCounter.close() else { return }
        stop()
        release()?.receive(completion: completion)
    }

    @usableFromInline @discardableResult func release() -> Downstream? {
        row = Row()
        return downstream.take()
    }
}

/// The subscriber of one of the combined publishers.
@usableFromInline @frozen
struct JoinSide<Input: Sendable, Row: JoinRow, Downstream: Subscriber>: Subscriber
where Row.Output == Downstream.Input {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: Join<Row, Downstream>
    @usableFromInline let index: Int
    @usableFromInline let store: @Sendable (inout Row, Input) -> Void
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @_alwaysEmitIntoClient @inline(__always)
    init(parent: Join<Row, Downstream>, index: Int, store: @escaping @Sendable (inout Row, Input) -> Void) {
        self.parent = parent
        self.index = index
        self.store = store
    }

    @usableFromInline func receive(subscription: any Subscription) { parent.slot(subscription, at: index) }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        let store = store
        guard !parent.demandCounter.isClosed,
            parent.loop.enter(or: { self.parent.takeLate(from: index) { store(&$0, input) } })
        else {
            return .none
        }
        store(&parent.row, input)
        parent.took(from: index)
        parent.loop.leave()
        return .none
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        parent.loop.serialize(parent.end(index, completion), or: { self.parent.end(index, completion) })
    }
}
