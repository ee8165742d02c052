public import Synchronization

/// Where the values of several publishers flow together into one subscriber, one at a time.
///
/// Under bounded demand each publisher is asked for one value at a time, and at most that one is parked here.
@usableFromInline
class MergeCoordinator<Downstream: Subscriber>: SubscriptionBase, @unchecked Sendable {
    // Unchecked: the vars belong to whoever holds `loop`.
    @usableFromInline typealias Member = InnerSubscriber<Downstream>
    @usableFromInline typealias Left = @Sendable (MergeCoordinator<Downstream>, Member) -> Void
    @usableFromInline typealias Stopped = @Sendable (MergeCoordinator<Downstream>) -> Void

    /// Told when a member has finished, see ``Bond``.
    @usableFromInline let leftBody: Left
    /// Told when everything is to stop.
    @usableFromInline let stoppedBody: Stopped
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let members = Mutex(MergeMembers())
    @usableFromInline let loop = DrainLoop<Action>()
    @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>
    @exclusivity(unchecked) @usableFromInline var parked: Queue<(Downstream.Input, Member)>
    @exclusivity(unchecked) @usableFromInline var isEnding = false

    @inlinable @inline(__always)
    init(downstream: Downstream, left: @escaping Left, stopped: @escaping Stopped) {
        self.downstream = ReleasableBox(downstream)
        leftBody = left
        stoppedBody = stopped
        parked = Queue()
        super.init(request: { Self.at($0).demand($1) }, cancel: { Self.at($0).abandon() })
    }

    @inlinable @inline(__always)
    static func at(_ base: SubscriptionBase) -> MergeCoordinator<Downstream> { unsafeDowncast(base, to: MergeCoordinator<Downstream>.self) }

    // MARK: Members

    /// Takes in a new member; `nil` when everything is over.
    @inlinable @inline(__always)
    final func join() -> Member? {
        let member = Member(of: self)
        return members.withLock { $0.insert(member) } ? member : nil
    }

    @inlinable @inline(__always)
    final func pass(_ value: Downstream.Input, from member: Member) {
        guard loop.enter(or: { self.deliver(value, from: member) }) else { return }
        deliver(value, from: member)
        loop.leave()
    }

    /// Ends everything; a good end waits until what is parked has gone.
    @inlinable
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard loop.enter(or: { self.complete(completion) }) else { return }
        complete(completion)
        loop.leave()
    }

    // MARK: Downstream

    /// Passes the subscription on; to be called before any publisher is attached.
    @inlinable @inline(__always)
    final func begin() { downstream.held?.receive(subscription: self) }

    @inlinable
    final func demand(_ demand: Subscribers.Demand) {
        guard demandCounter.add(demand), loop.enter(or: { self.unpark() }) else { return }
        unpark()
        loop.leave()
    }

    @inlinable
    final func abandon() {
        guard demandCounter.close() else { return }
        stop()
        guard loop.enter(or: { self.letGo() }) else { return }
        letGo()
        loop.leave()
    }

    // MARK: In turn

    @inlinable @inline(__always)
    final func deliver(_ value: Downstream.Input, from member: Member) {
        if demandCounter.isUnlimited {
            downstream.lend { _ = $0.receive(value) }
            member.more()
        } else if parked.isEmpty, demandCounter.take() {
            downstream.lend { _ = demandCounter.add($0.receive(value)) }
            member.more()
        } else if !demandCounter.isClosed {
            parked.append((value, member))
        }
    }

    @inlinable
    final func unpark() {
        while !parked.isEmpty, demandCounter.take() {
            guard let (value, member) = parked.popFirst() else { break }
            downstream.lend { _ = demandCounter.add($0.receive(value)) }
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
        guard demandCounter.close() else { return }
        stop()
        letGo()?.receive(completion: completion)
    }

    @inlinable @discardableResult
    final func letGo() -> Downstream? {
        parked = Queue()
        return downstream.take()
    }

    /// Cancels whatever is under way.
    @inlinable
    final func stop() {
        stoppedBody(self)
        let all = members.withLock { $0.removeAll() }
        for member in all { member.slot.cancel() }
    }
}

/// Who takes part in a ``Confluence``: a chain through the members, which costs no storage of its own.
@usableFromInline
struct MergeMembers: Sendable {
    @usableFromInline var head: MergeMember?
    @usableFromInline var isOver = false

    @inlinable @inline(__always)
    init() {}

    /// Takes a member in; `false` when everything is over.
    @inlinable
    mutating func insert(_ member: MergeMember) -> Bool {
        guard !isOver else { return false }
        head?.previous = member
        member.next = head
        head = member
        return true
    }

    /// Takes a member out; does nothing when it is out.
    @inlinable
    mutating func remove(_ member: MergeMember) {
        guard member === head || member.previous != nil else { return }
        let next = member.next
        if let previous = member.previous { previous.next = next } else { head = next }
        next?.previous = member.previous
        member.next = nil
        member.previous = nil
    }

    /// Takes everybody out, in the order in which they came, for good.
    @inlinable
    mutating func removeAll() -> [MergeMember] {
        isOver = true
        var all: [MergeMember] = []
        while let member = head {
            all.append(member)
            remove(member)
        }
        return all.reversed()
    }
}

/// A publisher that takes part in a ``Confluence``.
@usableFromInline
class MergeMember: @unchecked Sendable {  // vars are set before anything can happen
    @usableFromInline let slot = UpstreamSlot()
    // The chain belongs to whoever holds the lock of the list.
    @exclusivity(unchecked) @usableFromInline final var next: MergeMember?
    @exclusivity(unchecked) @usableFromInline final unowned(unsafe) var previous: MergeMember?
    @exclusivity(unchecked) @usableFromInline final var isUnlimited = true

    @inlinable @inline(__always)
    init() {}
}

/// Takes the values of one of the publishers that flow together in a ``Confluence``.
@usableFromInline
final class InnerSubscriber<Downstream: Subscriber>: MergeMember, Subscriber, @unchecked Sendable {  // as its base
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: MergeCoordinator<Downstream>

    @inlinable @inline(__always)
    init(of parent: MergeCoordinator<Downstream>) { self.parent = parent }

    @inlinable
    func receive(subscription: any Subscription) {
        guard slot.accept(subscription) != nil else { return }
        isUnlimited = parent.demandCounter.isUnlimited
        subscription.request(isUnlimited || subscription.dropsWithoutDemand ? .unlimited : .max(1))
    }

    /// Demands the next value, when the last one has gone downstream.
    @inlinable @inline(__always)
    func more() {
        if !isUnlimited { slot.request(.max(1)) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if slot.isOpen { parent.pass(input, from: self) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard slot.end() else { return }
        switch completion {
        case .finished: parent.leftBody(parent, self)
        case .failure: parent.finish(completion)
        }
    }
}
