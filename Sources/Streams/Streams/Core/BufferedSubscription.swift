/// A subscription that buffers values until they are demanded and delivers them one at a time.
///
/// It is the base of the operators and subjects that buffer.
@usableFromInline
class BufferedSubscription<Downstream: Subscriber>: ValueSubscription, @unchecked Sendable {
    // Unchecked: only the owner of `loop` accesses the variables.
    @usableFromInline typealias Hook = @Sendable (BufferedSubscription<Downstream>) -> Void

    /// An event that waits in the drain loop.
    @usableFromInline
    enum Event: Sendable {
        case value(Downstream.Input)
        case completion(Subscribers.Completion<Downstream.Failure>)
        case demand
        case clear
    }

    /// The treatment of a value that arrives while the buffer is full.
    @usableFromInline
    enum Overflow: Sendable {
        case dropNewest
        case dropOldest
        case fail(@Sendable () -> Downstream.Failure)
    }

    @usableFromInline let capacity: Int
    /// The closure to call after a value has left the buffer; a stored closure for the reason described at
    /// ``ValueSubscription``.
    @usableFromInline let leftBody: Hook
    /// The closure to call on cancellation, and on a failure because of a full buffer.
    @usableFromInline let stoppedBody: Hook
    /// The closure to call when downstream demands more values.
    @usableFromInline let demandedBody: Hook
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let loop = DrainLoop()
    @exclusivity(unchecked) @usableFromInline final var downstream: ReleasableBox<Downstream>
    @exclusivity(unchecked) @usableFromInline final var overflow: Overflow
    @exclusivity(unchecked) @usableFromInline final var queue = Queue<Downstream.Input>()
    @exclusivity(unchecked) @usableFromInline final var end: Subscribers.Completion<Downstream.Failure>?

    @_alwaysEmitIntoClient
    init(
        downstream: Downstream, capacity: Int = .max, overflow: Overflow = .dropNewest,
        left: @escaping Hook = { _ in }, demanded: @escaping Hook = { _ in }, stopped: @escaping Hook
    ) {
        self.downstream = ReleasableBox(downstream)
        self.capacity = capacity
        self.overflow = overflow
        leftBody = left
        stoppedBody = stopped
        demandedBody = demanded
        super.init(request: { Self.at($0).demand($1) }, cancel: { Self.at($0).abandon() })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func at(_ base: SubscriptionBase) -> BufferedSubscription<Downstream> {
        unsafeDowncast(base, to: BufferedSubscription<Downstream>.self)
    }

    /// Ignores a request for no values, as Combine's `buffer` does.
    @usableFromInline override final func requestNone() {}

    /// Passes this subscription downstream; call it before the first value.
    @_alwaysEmitIntoClient
    final func begin() { downstream.held?.receive(subscription: self) }

    /// Delivers a value now, or buffers it until it is demanded.
    @_alwaysEmitIntoClient @discardableResult
    final func give(_ value: Downstream.Input) -> BufferingOutcome {
        guard loop.enter(or: { self.handle(.value(value)) }) else {
            return demandCounter.isClosed ? .closed : .deferred
        }
        let outcome = deliver(value)
        loop.leave()
        return outcome
    }

    /// Delivers a value now, or buffers it until it is demanded, without calling `leftBody` for a value that is
    /// delivered now.
    ///
    /// - Returns: Whether the value was delivered now.
    @_alwaysEmitIntoClient
    final func pass(_ value: Downstream.Input) -> Bool {
        guard loop.enter(or: { self.handle(.value(value)) }) else { return false }
        let isDelivered = deliverAtOnce(value)
        if !isDelivered { store(value) }
        loop.leave()
        return isDelivered
    }

    /// Ends the stream; the completion, a failure included, follows the buffered values.
    @usableFromInline
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard loop.enter(or: { self.handle(.completion(completion)) }) else { return }
        complete(completion)
        loop.leave()
    }

    /// Adds demand and delivers the buffered values that it covers.
    @_alwaysEmitIntoClient
    final func demand(_ demand: Subscribers.Demand) {
        guard demandCounter.add(demand) else { return }
        demandedBody(self)
        guard loop.enter(or: { self.handle(.demand) }) else { return }
        dispense()
        loop.leave()
    }

    /// Cancels the subscription and releases the buffer.
    @usableFromInline
    final func abandon() {
        guard demandCounter.close() else { return }
        stoppedBody(self)
        guard loop.enter(or: { self.handle(.clear) }) else { return }
        release()
        loop.leave()
    }

    // MARK: Called by the owner of the loop

    @_alwaysEmitIntoClient
    final func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): complete(completion)
        case .demand: dispense()
        case .clear: release()
        }
    }

    @_alwaysEmitIntoClient @discardableResult
    final func deliver(_ value: Downstream.Input) -> BufferingOutcome {
        guard deliverAtOnce(value) else { return store(value) }
        leftBody(self)
        return .accepted
    }

    /// Delivers a value if it is demanded and no earlier value waits.
    @_alwaysEmitIntoClient @inline(__always)
    final func deliverAtOnce(_ value: Downstream.Input) -> Bool {
        guard end == nil, queue.isEmpty, demandCounter.take() else { return false }
        downstream.lend { _ = demandCounter.add($0.receive(value)) }
        return true
    }

    /// Buffers a value that is not demanded yet.
    @_alwaysEmitIntoClient @discardableResult
    final func store(_ value: Downstream.Input) -> BufferingOutcome {
        guard end == nil, !demandCounter.isClosed else { return .closed }
        if queue.count < capacity {
            queue.append(value)
            return .accepted
        }
        switch overflow {
        case .dropNewest: break
        case .dropOldest:
            _ = queue.popFirst()
            if capacity > 0 { queue.append(value) }
        case .fail(let failure):
            stoppedBody(self)
            complete(.failure(failure()))
        }
        return .full
    }

    @_alwaysEmitIntoClient
    final func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard end == nil else { return }
        end = completion
        dispense()
    }

    @_alwaysEmitIntoClient
    final func dispense() {
        while !queue.isEmpty, demandCounter.take(), let value = queue.popFirst() {
            downstream.lend { _ = demandCounter.add($0.receive(value)) }
            leftBody(self)
        }
        guard queue.isEmpty, let end, demandCounter.close() else { return }
        release()?.receive(completion: end)
    }

    @usableFromInline @discardableResult
    final func release() -> Downstream? {
        queue = Queue()
        overflow = .dropNewest
        return downstream.take()
    }
}
