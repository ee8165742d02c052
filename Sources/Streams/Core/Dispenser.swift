/// Keeps values until they are demanded, and gives them one at a time: the heart of every operator that buffers.
@usableFromInline
class Dispenser<Downstream: Subscriber>: Bond, @unchecked Sendable {
    // Unchecked: the vars belong to whoever holds `turn`.
    @usableFromInline typealias Hook = @Sendable (Dispenser<Downstream>) -> Void

    @usableFromInline
    enum Event: Sendable {
        case value(Downstream.Input)
        case completion(Subscribers.Completion<Downstream.Failure>)
        case demand
        case clear
    }

    /// What becomes of a value for which there is no room.
    @usableFromInline
    enum Overflow: Sendable {
        case dropNewest
        case dropOldest
        case fail(@Sendable () -> Downstream.Failure)
    }

    @usableFromInline let capacity: Int
    /// Told when a value has left, see ``Bond``.
    @usableFromInline let leftBody: Hook
    /// Told when it is cancelled, or fails for want of room.
    @usableFromInline let stoppedBody: Hook
    /// Told when more is demanded.
    @usableFromInline let demandedBody: Hook
    @usableFromInline let gauge = DemandGauge()
    @usableFromInline let turn = Turn<Event>()
    @exclusivity(unchecked) @usableFromInline var downstream: Tether<Downstream>
    @exclusivity(unchecked) @usableFromInline var overflow: Overflow
    @exclusivity(unchecked) @usableFromInline var line = Line<Downstream.Input>()
    @exclusivity(unchecked) @usableFromInline var end: Subscribers.Completion<Downstream.Failure>?

    @inlinable
    init(
        downstream: Downstream, capacity: Int = .max, overflow: Overflow = .dropNewest,
        left: @escaping Hook = { _ in }, demanded: @escaping Hook = { _ in }, stopped: @escaping Hook
    ) {
        self.downstream = Tether(downstream)
        self.capacity = capacity
        self.overflow = overflow
        leftBody = left
        stoppedBody = stopped
        demandedBody = demanded
        super.init(request: { Self.at($0).demand($1) }, cancel: { Self.at($0).abandon() })
    }

    @usableFromInline override var description: String { "Create" }

    @inlinable @inline(__always)
    static func at(_ bond: Bond) -> Dispenser<Downstream> { unsafeDowncast(bond, to: Dispenser<Downstream>.self) }

    /// Passes the subscription on; to be called before anything is given.
    @inlinable
    final func begin() { downstream.held?.receive(subscription: self) }

    /// Gives a value, now or when it is demanded.
    @inlinable
    final func give(_ value: Downstream.Input) {
        guard turn.enter(or: .value(value)) else { return }
        deliver(value)
        turn.leave { handle($0) }
    }

    /// Gives the end: a good one after what is in line, a failure too.
    @inlinable
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard turn.enter(or: .completion(completion)) else { return }
        complete(completion)
        turn.leave { handle($0) }
    }

    @inlinable
    final func demand(_ demand: Subscribers.Demand) {
        guard gauge.add(demand) else { return }
        demandedBody(self)
        guard turn.enter(or: .demand) else { return }
        dispense()
        turn.leave { handle($0) }
    }

    @inlinable
    final func abandon() {
        guard gauge.close() else { return }
        stoppedBody(self)
        guard turn.enter(or: .clear) else { return }
        letGo()
        turn.leave { handle($0) }
    }

    // MARK: In turn

    @inlinable
    final func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): complete(completion)
        case .demand: dispense()
        case .clear: letGo()
        }
    }

    @inlinable
    final func deliver(_ value: Downstream.Input) {
        guard end == nil, !gauge.isClosed else { return }
        if line.isEmpty, gauge.take() {
            downstream.lend { _ = gauge.add($0.receive(value)) }
            return leftBody(self)
        }
        if line.count < capacity { return line.append(value) }
        switch overflow {
        case .dropNewest: break
        case .dropOldest:
            _ = line.popFirst()
            if capacity > 0 { line.append(value) }
        case .fail(let failure):
            stoppedBody(self)
            complete(.failure(failure()))
        }
    }

    @inlinable
    final func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard end == nil else { return }
        end = completion
        dispense()
    }

    @inlinable
    final func dispense() {
        while !line.isEmpty, gauge.take(), let value = line.popFirst() {
            downstream.lend { _ = gauge.add($0.receive(value)) }
            leftBody(self)
        }
        guard line.isEmpty, let end, gauge.close() else { return }
        letGo()?.receive(completion: end)
    }

    @inlinable @discardableResult
    final func letGo() -> Downstream? {
        line = Line()
        overflow = .dropNewest
        return downstream.take()
    }
}
