public import Synchronization

/// Where the values of several publishers flow together into one subscriber, one at a time.
///
/// Under bounded demand each publisher is asked for one value at a time, and at most that one is parked here.
@usableFromInline
class Confluence<Downstream: Subscriber>: Bond, @unchecked Sendable {
    // Unchecked: the vars belong to whoever holds `turn`.
    @usableFromInline typealias Member = Tributary<Downstream>
    @usableFromInline typealias Left = @Sendable (Confluence<Downstream>, Member) -> Void
    @usableFromInline typealias Stopped = @Sendable (Confluence<Downstream>) -> Void

    /// Told when a member has finished, see ``Bond``.
    @usableFromInline let leftBody: Left
    /// Told when everything is to stop.
    @usableFromInline let stoppedBody: Stopped
    @usableFromInline let gauge = DemandGauge()
    @usableFromInline let members = Mutex(ConfluenceMembers())
    @usableFromInline let turn = Turn<Deed>()
    @exclusivity(unchecked) @usableFromInline var downstream: Tether<Downstream>
    @exclusivity(unchecked) @usableFromInline var parked: Line<(Downstream.Input, Member)>
    @exclusivity(unchecked) @usableFromInline var isEnding = false

    @inlinable @inline(__always)
    init(downstream: Downstream, left: @escaping Left, stopped: @escaping Stopped) {
        self.downstream = Tether(downstream)
        leftBody = left
        stoppedBody = stopped
        parked = Line()
        super.init(request: { Self.at($0).demand($1) }, cancel: { Self.at($0).abandon() })
    }

    @inlinable @inline(__always)
    static func at(_ bond: Bond) -> Confluence<Downstream> { unsafeDowncast(bond, to: Confluence<Downstream>.self) }

    // MARK: Members

    /// Takes in a new member; `nil` when everything is over.
    @inlinable @inline(__always)
    final func join() -> Member? {
        let member = Member(of: self)
        return members.withLock { $0.insert(member) } ? member : nil
    }

    @inlinable @inline(__always)
    final func pass(_ value: Downstream.Input, from member: Member) {
        guard turn.enter(or: { self.deliver(value, from: member) }) else { return }
        deliver(value, from: member)
        turn.leave()
    }

    /// Ends everything; a good end waits until what is parked has gone.
    @inlinable
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard turn.enter(or: { self.complete(completion) }) else { return }
        complete(completion)
        turn.leave()
    }

    // MARK: Downstream

    /// Passes the subscription on; to be called before any publisher is attached.
    @inlinable @inline(__always)
    final func begin() { downstream.held?.receive(subscription: self) }

    @inlinable
    final func demand(_ demand: Subscribers.Demand) {
        guard gauge.add(demand), turn.enter(or: { self.unpark() }) else { return }
        unpark()
        turn.leave()
    }

    @inlinable
    final func abandon() {
        guard gauge.close() else { return }
        stop()
        guard turn.enter(or: { self.letGo() }) else { return }
        letGo()
        turn.leave()
    }

    // MARK: In turn

    @inlinable @inline(__always)
    final func deliver(_ value: Downstream.Input, from member: Member) {
        if gauge.isUnlimited {
            downstream.lend { _ = $0.receive(value) }
            member.more()
        } else if parked.isEmpty, gauge.take() {
            downstream.lend { _ = gauge.add($0.receive(value)) }
            member.more()
        } else if !gauge.isClosed {
            parked.append((value, member))
        }
    }

    @inlinable
    final func unpark() {
        while !parked.isEmpty, gauge.take() {
            guard let (value, member) = parked.popFirst() else { break }
            downstream.lend { _ = gauge.add($0.receive(value)) }
            member.more()
        }
        if parked.isEmpty, isEnding { complete(.finished) }
    }

    @inlinable
    final func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if case .finished = completion, !parked.isEmpty {
            isEnding = true
            return
        }
        guard gauge.close() else { return }
        stop()
        letGo()?.receive(completion: completion)
    }

    @inlinable @discardableResult
    final func letGo() -> Downstream? {
        parked = Line()
        return downstream.take()
    }

    /// Cancels whatever is under way.
    @inlinable
    final func stop() {
        stoppedBody(self)
        let all = members.withLock { $0.removeAll() }
        for member in all { member.link.cancel() }
    }
}

/// Who takes part in a ``Confluence``: a chain through the members, which costs no storage of its own.
@usableFromInline
struct ConfluenceMembers: Sendable {
    @usableFromInline var head: ConfluenceMember?
    @usableFromInline var isOver = false

    @inlinable @inline(__always)
    init() {}

    /// Takes a member in; `false` when everything is over.
    @inlinable
    mutating func insert(_ member: ConfluenceMember) -> Bool {
        guard !isOver else { return false }
        head?.previous = member
        member.next = head
        head = member
        return true
    }

    /// Takes a member out; does nothing when it is out.
    @inlinable
    mutating func remove(_ member: ConfluenceMember) {
        guard member === head || member.previous != nil else { return }
        let next = member.next
        if let previous = member.previous { previous.next = next } else { head = next }
        next?.previous = member.previous
        member.next = nil
        member.previous = nil
    }

    /// Takes everybody out, in the order in which they came, for good.
    @inlinable
    mutating func removeAll() -> [ConfluenceMember] {
        isOver = true
        var all: [ConfluenceMember] = []
        while let member = head {
            all.append(member)
            remove(member)
        }
        return all.reversed()
    }
}

/// A publisher that takes part in a ``Confluence``.
@usableFromInline
class ConfluenceMember: @unchecked Sendable {  // vars are set before anything can happen
    @usableFromInline let link = Link()
    // The chain belongs to whoever holds the lock of the list.
    @exclusivity(unchecked) @usableFromInline final var next: ConfluenceMember?
    @exclusivity(unchecked) @usableFromInline final unowned(unsafe) var previous: ConfluenceMember?
    @exclusivity(unchecked) @usableFromInline final var isUnlimited = true

    @inlinable @inline(__always)
    init() {}
}

/// Takes the values of one of the publishers that flow together in a ``Confluence``.
@usableFromInline
final class Tributary<Downstream: Subscriber>: ConfluenceMember, Subscriber, @unchecked Sendable {  // as its base
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: Confluence<Downstream>

    @inlinable @inline(__always)
    init(of parent: Confluence<Downstream>) { self.parent = parent }

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.accept(subscription) != nil else { return }
        isUnlimited = parent.gauge.isUnlimited
        subscription.request(isUnlimited || subscription.dropsWithoutDemand ? .unlimited : .max(1))
    }

    /// Demands the next value, when the last one has gone downstream.
    @inlinable @inline(__always)
    func more() {
        if !isUnlimited { link.request(.max(1)) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if link.isOpen { parent.pass(input, from: self) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.end() else { return }
        switch completion {
        case .finished: parent.leftBody(parent, self)
        case .failure: parent.finish(completion)
        }
    }
}
