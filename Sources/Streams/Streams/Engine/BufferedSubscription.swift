/// A subscription that buffers values until they are demanded and delivers them one at a time.
///
/// It is the base of the operators and subjects that buffer; publishers in other modules of this package use it, too.
@usableFromInline
package class BufferedSubscription<Downstream: Subscriber>: ValueSubscription, @unchecked Sendable {
    // Unchecked: only the owner of `loop` accesses the variables.
    @usableFromInline package typealias Hook = @Sendable (BufferedSubscription<Downstream>) -> Void

    /// The treatment of a value that arrives while the buffer is full.
    @usableFromInline package typealias Overflow = Publishers.BufferingStrategy<Downstream.Failure>

    /// The name of the operator or subject for the output of `print()`.
    @usableFromInline let name: StaticString
    @usableFromInline let capacity: Int
    /// The closure to call after a value has left the buffer; a stored closure for the reason described at
    /// ``ValueSubscription``.
    @usableFromInline let leftBody: Hook
    /// The closure to call on cancellation, and on a failure because of a full buffer.
    @usableFromInline let stoppedBody: Hook
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let loop = DrainLoop()
    @exclusivity(unchecked) @usableFromInline final var downstream: ReleasableBox<Downstream>
    @exclusivity(unchecked) @usableFromInline final var overflow: Overflow
    @exclusivity(unchecked) @usableFromInline final var queue = Queue<Downstream.Input>()
    @exclusivity(unchecked) @usableFromInline final var end: Subscribers.Completion<Downstream.Failure>?

    /// Creates the subscription of a subscriber, which receives it when ``begin()`` is called.
    @_alwaysEmitIntoClient
    package init(
        name: StaticString, downstream: Downstream, capacity: Int = .max, overflow: Overflow = .dropNewest,
        left: @escaping Hook = { _ in }, stopped: @escaping Hook
    ) {
        self.downstream = ReleasableBox(downstream)
        self.name = name
        self.capacity = capacity
        self.overflow = overflow
        leftBody = left
        stoppedBody = stopped
        super.init(
            request: { unsafeDowncast($0, to: BufferedSubscription.self).demand($1) },
            cancel: { unsafeDowncast($0, to: BufferedSubscription.self).abandon() })
    }

    /// Ignores a request for no values, as Combine's `buffer` does.
    @usableFromInline override final func requestNone() {}

    @usableFromInline override package final var description: String { "\(name)" }

    /// Whether the subscriber has cancelled or received the completion.
    package final var isClosed: Bool { demandCounter.isClosed }

    /// Passes this subscription downstream; call it before the first value.
    @_alwaysEmitIntoClient package final func begin() { downstream.held?.receive(subscription: self) }

    /// Calls `attach`, which makes a subject deliver to this subscription, and passes this subscription downstream
    /// before the values that the subject has delivered meanwhile.
    package final func begin(attaching attach: () -> Void) {
        guard loop.enter() else { return }
        attach()
        begin()
        loop.leave()
    }

    /// Delivers a value now, or buffers it until it is demanded.
    @_alwaysEmitIntoClient @discardableResult
    package final func give(_ value: Downstream.Input) -> BufferingOutcome {
        guard loop.enter(or: { self.deliver(value) }) else {
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
    @_alwaysEmitIntoClient final func pass(_ value: Downstream.Input) -> Bool {
        guard loop.enter(or: { self.deliver(value) }) else { return false }
        let isDelivered = deliverAtOnce(value)
        if !isDelivered { store(value) }
        loop.leave()
        return isDelivered
    }

    /// Ends the stream; the completion, a failure included, follows the buffered values.
    @usableFromInline package final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        loop.serialize(complete(completion), or: { self.complete(completion) })
    }

    /// Adds demand and delivers the buffered values that it covers.
    @_alwaysEmitIntoClient final func demand(_ demand: Subscribers.Demand) {
        if demandCounter.add(demand) { loop.serialize(dispense(), or: { self.dispense() }) }
    }

    /// Cancels the subscription and releases the buffer.
    @usableFromInline final func abandon() {
        guard demandCounter.close() else { return }
        stoppedBody(self)
        loop.serialize(_ = release(), or: { self.release() })
    }

    // MARK: Called by the owner of the loop

    @_alwaysEmitIntoClient @discardableResult final func deliver(_ value: Downstream.Input) -> BufferingOutcome {
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
    @_alwaysEmitIntoClient @discardableResult final func store(_ value: Downstream.Input) -> BufferingOutcome {
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
        case .customError(let failure):
            stoppedBody(self)
            complete(.failure(failure()))
        }
        return .full
    }

    @_alwaysEmitIntoClient final func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard end == nil else { return }
        end = completion
        dispense()
    }

    @_alwaysEmitIntoClient final func dispense() {
        while !queue.isEmpty, demandCounter.take(), let value = queue.popFirst() {
            downstream.lend { _ = demandCounter.add($0.receive(value)) }
            leftBody(self)
        }
        guard queue.isEmpty, let end, demandCounter.close() else { return }
        release()?.receive(completion: end)
    }

    @usableFromInline @discardableResult final func release() -> Downstream? {
        queue = Queue()
        overflow = .dropNewest
        return downstream.take()
    }
}

/// The outcome of passing a value to a ``BufferedSubscription``.
@usableFromInline
package enum BufferingOutcome: Sendable {
    /// The subscriber received the value, or the buffer stores it.
    case accepted
    /// The buffer was full, so the overflow rule was applied.
    case full
    /// The stream has ended, or the subscriber has cancelled.
    case closed
    /// The value waits in the drain loop; its owner decides.
    case deferred
}
