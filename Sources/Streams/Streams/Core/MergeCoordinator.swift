public import Synchronization

/// The coordinator of a merge: it subscribes to several publishers and delivers their values to one subscriber, one at
/// a time.
///
/// Under bounded demand it requests one value at a time from each publisher, and buffers at most that one value for
/// each.
@usableFromInline
class MergeCoordinator<Downstream: Subscriber>: SubscriptionBase, @unchecked Sendable {
    // Unchecked: only the owner of `loop` accesses the variables.
    @usableFromInline typealias Member = InnerSubscriber<Downstream>
    @usableFromInline typealias Left = @Sendable (MergeCoordinator<Downstream>, Member) -> Void
    @usableFromInline typealias Stopped = @Sendable (MergeCoordinator<Downstream>) -> Void

    /// The closure to call after a member has finished; a stored closure for the reason described at
    /// ``SubscriptionBase``.
    @usableFromInline let leftBody: Left
    /// The closure to call when the whole merge stops.
    @usableFromInline let stoppedBody: Stopped
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let members = Mutex(MergeMembers())
    @usableFromInline let loop = DrainLoop<Action>()
    @exclusivity(unchecked) @usableFromInline final var downstream: ReleasableBox<Downstream>
    @exclusivity(unchecked) @usableFromInline final var parked: Queue<(Downstream.Input, Member)>
    @exclusivity(unchecked) @usableFromInline final var isEnding = false

    @_alwaysEmitIntoClient @inline(__always)
    init(downstream: Downstream, left: @escaping Left, stopped: @escaping Stopped) {
        self.downstream = ReleasableBox(downstream)
        leftBody = left
        stoppedBody = stopped
        parked = Queue()
        super.init(request: { Self.at($0).demand($1) }, cancel: { Self.at($0).abandon() })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func at(_ base: SubscriptionBase) -> MergeCoordinator<Downstream> {
        unsafeDowncast(base, to: MergeCoordinator<Downstream>.self)
    }

    // MARK: Members

    /// Adds a member; returns `nil` if the merge has ended.
    @_alwaysEmitIntoClient @inline(__always)
    final func join() -> Member? {
        let member = Member(of: self)
        return members.withLock { $0.insert(member) } ? member : nil
    }

    /// Delivers a value of `member`, or enqueues the delivery.
    @_alwaysEmitIntoClient @inline(__always)
    final func pass(_ value: Downstream.Input, from member: Member) {
        guard loop.enter(or: { self.deliver(value, from: member) }) else { return }
        deliver(value, from: member)
        loop.leave()
    }

    /// Ends the merge; a normal completion follows the buffered values.
    @_alwaysEmitIntoClient
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard loop.enter(or: { self.complete(completion) }) else { return }
        complete(completion)
        loop.leave()
    }

    // MARK: Downstream

    /// Passes this subscription downstream; call it before subscribing to the first publisher.
    @_alwaysEmitIntoClient @inline(__always)
    final func begin() { downstream.held?.receive(subscription: self) }

    @_alwaysEmitIntoClient
    final func demand(_ demand: Subscribers.Demand) {
        guard demandCounter.add(demand), loop.enter(or: { self.unpark() }) else { return }
        unpark()
        loop.leave()
    }

    @_alwaysEmitIntoClient
    final func abandon() {
        guard demandCounter.close() else { return }
        stop()
        guard loop.enter(or: { self.letGo() }) else { return }
        letGo()
        loop.leave()
    }

    // MARK: Called by the owner of the loop

    /// Delivers a value, or buffers it if it is not demanded.
    @_alwaysEmitIntoClient @inline(__always)
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

    /// Delivers the buffered values that are demanded.
    @_alwaysEmitIntoClient
    final func unpark() {
        while !parked.isEmpty, demandCounter.take() {
            guard let (value, member) = parked.popFirst() else { break }
            downstream.lend { _ = demandCounter.add($0.receive(value)) }
            member.more()
        }
        if parked.isEmpty, isEnding { complete(.finished) }
    }

    @_alwaysEmitIntoClient
    final func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if case .finished = completion, !parked.isEmpty {
            isEnding = true
            return
        }
        guard demandCounter.close() else { return }
        stop()
        letGo()?.receive(completion: completion)
    }

    @_alwaysEmitIntoClient @discardableResult
    final func letGo() -> Downstream? {
        parked = Queue()
        return downstream.take()
    }

    /// Cancels all members.
    @_alwaysEmitIntoClient
    final func stop() {
        stoppedBody(self)
        let all = members.withLock { $0.removeAll(of: Downstream.self) }
        for member in all { member.slot.cancel() }
    }
}

/// The members of a ``MergeCoordinator``: an intrusive linked list, which needs no storage of its own.
///
/// The references have a fixed type, so that no type metadata is looked up when the list is deallocated.
@usableFromInline
struct MergeMembers: Sendable {
    @usableFromInline var head: SubscriptionReceiver?
    @usableFromInline var isOver = false

    @_alwaysEmitIntoClient @inline(__always)
    init() {}

    /// Adds a member; returns `false` if the merge has ended.
    @_alwaysEmitIntoClient
    mutating func insert<Downstream: Subscriber>(_ member: InnerSubscriber<Downstream>) -> Bool {
        guard !isOver else { return false }
        if let head { InnerSubscriber<Downstream>.of(head).previous = member }
        member.next = head
        head = member
        return true
    }

    /// Removes a member; has no effect if it was removed before.
    @_alwaysEmitIntoClient
    mutating func remove<Downstream: Subscriber>(_ member: InnerSubscriber<Downstream>) {
        guard member === head || member.previous != nil else { return }
        let next = member.next
        if let previous = member.previous { InnerSubscriber<Downstream>.of(previous).next = next } else { head = next }
        if let next { InnerSubscriber<Downstream>.of(next).previous = member.previous }
        member.next = nil
        member.previous = nil
    }

    /// Removes all members permanently, and returns them in the order in which they were added.
    @_alwaysEmitIntoClient
    mutating func removeAll<Downstream: Subscriber>(of _: Downstream.Type) -> [InnerSubscriber<Downstream>] {
        isOver = true
        var all: [InnerSubscriber<Downstream>] = []
        while let head {
            let member = InnerSubscriber<Downstream>.of(head)
            all.append(member)
            remove(member)
        }
        return all.reversed()
    }
}

/// The subscriber of one of the publishers that a ``MergeCoordinator`` merges.
///
/// It is its own box for type erasure, because the merged publishers are often type-erased.
@usableFromInline
final class InnerSubscriber<Downstream: Subscriber>: AnySubscriberBox<Downstream.Input, Downstream.Failure>, Subscriber,
    @unchecked Sendable  // the variables are set before concurrent access begins
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let parent: MergeCoordinator<Downstream>
    // Only the owner of the list's lock accesses the links.
    @exclusivity(unchecked) @usableFromInline var next: SubscriptionReceiver?
    @exclusivity(unchecked) @usableFromInline unowned(unsafe) var previous: SubscriptionReceiver?
    @exclusivity(unchecked) @usableFromInline var isUnlimited = true

    @_alwaysEmitIntoClient @inline(__always)
    init(of parent: MergeCoordinator<Downstream>) {
        self.parent = parent
        super.init(
            entrance: nil,
            begin: { Self.of($0).receive(subscription: $1) },
            give: { Self.of($0).receive($1) },
            end: { Self.of($0).receive(completion: $1) })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ receiver: SubscriptionReceiver) -> InnerSubscriber<Downstream> {
        unsafeDowncast(receiver, to: InnerSubscriber<Downstream>.self)
    }

    @usableFromInline override var description: String { operatorName(of: type(of: self)) }

    /// Under unlimited demand a member requests everything at once, so that a subscription would only be released again.
    @_alwaysEmitIntoClient var _needsNoSubscription: Bool {
        @inline(__always) get { parent.demandCounter.isUnlimited }
    }
    @usableFromInline override var needsNoSubscription: Bool { parent.demandCounter.isUnlimited }

    @_alwaysEmitIntoClient @inline(never)
    func receive(subscription: any Subscription) {
        guard slot.accept(subscription) != nil else { return }
        isUnlimited = parent.demandCounter.isUnlimited
        subscription.request(isUnlimited || subscription.dropsWithoutDemand ? .unlimited : .max(1))
    }

    /// Demands the next value after the previous one was delivered downstream.
    @_alwaysEmitIntoClient @inline(__always)
    func more() {
        if !isUnlimited { slot.request(.max(1)) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if slot.isOpen { parent.pass(input, from: self) }
        return .none
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard slot.end() else { return }
        switch completion {
        case .finished: parent.leftBody(parent, self)
        case .failure: parent.finish(completion)
        }
    }
}
