public import Synchronization

/// The coordinator of a merge: it subscribes to several publishers and delivers their values to one subscriber, one at
/// a time.
///
/// Under bounded demand it requests one value at a time from each publisher, and buffers at most that one value for
/// each.
@usableFromInline
class MergeCoordinator<Output: Sendable, Failure: Error>: SubscriptionBase, @unchecked Sendable {
    // Unchecked: only the owner of `loop` accesses the variables.
    @usableFromInline typealias Member = InnerSubscriber<Output, Failure>

    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let members = Mutex(MergeMembers())
    @usableFromInline let loop = DrainLoop()
    @exclusivity(unchecked) @usableFromInline final var downstream: ReleasableBox<AnySubscriberBox<Output, Failure>>
    @exclusivity(unchecked) @usableFromInline final var parked: Queue<(Output, Member)>
    /// Whether values are buffered; `parked` itself depends on the types.
    @exclusivity(unchecked) @usableFromInline final var isParked = false
    @exclusivity(unchecked) @usableFromInline final var isEnding = false

    @_alwaysEmitIntoClient @inline(__always)
    init(downstream: AnySubscriberBox<Output, Failure>) {
        self.downstream = ReleasableBox(downstream)
        parked = Queue()
        super.init()
    }

    /// Called after a member has finished.
    @usableFromInline func left() {}

    /// Called when the whole merge stops.
    @usableFromInline func halt() {}

    // MARK: Members

    /// Subscribes to a publisher, unless the merge has ended. Its member is in the list from its subscription to its
    /// end: without a subscription there is nothing to cancel.
    @_alwaysEmitIntoClient @inline(__always)
    final func attach<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        guard !demandCounter.isClosed else { return }
        let member = Member(of: self)
        publisher.receive(subscriber: AnySubscriber(box: member))
        member.settle()
    }

    /// Delivers a value of `member`, or enqueues the delivery.
    @_alwaysEmitIntoClient @inline(__always)
    final func pass(_ value: Output, from member: Member) {
        guard loop.enter(or: { self.deliver(value, from: member) }) else { return }
        deliver(value, from: member)
        loop.leave()
    }

    /// Ends the merge; a normal completion follows the buffered values.
    @usableFromInline
    final func finish(_ failure: (any Error)?) { loop.serialize(complete(failure), or: { self.complete(failure) }) }

    // MARK: Downstream

    /// Passes this subscription downstream; call it before subscribing to the first publisher.
    @usableFromInline final func begin() { downstream.held?.open(self) }

    @usableFromInline override final func add(_ demand: Subscribers.Demand) {
        if demandCounter.add(demand) { loop.serialize(unpark(), or: { self.unpark() }) }
    }

    @usableFromInline override final func cancel() {
        guard demandCounter.close() else { return }
        stop()
        loop.serialize(_ = release(), or: { self.release() })
    }

    // MARK: Called by the owner of the loop

    /// Delivers a value, or buffers it if it is not demanded.
    @_alwaysEmitIntoClient @inline(__always)
    final func deliver(_ value: Output, from member: Member) {
        if demandCounter.isUnlimited, !isParked {
            downstream.lend { _ = $0.deliver(value) }
            member.more()
        } else if !isParked, demandCounter.take() {
            downstream.lend { _ = demandCounter.add($0.deliver(value)) }
            member.more()
        } else if !demandCounter.isClosed {
            parked.append((value, member))
            isParked = true
        }
    }

    /// Delivers the buffered values that are demanded.
    @usableFromInline final func unpark() {
        // The code below looks up the metadata of the values' type.
        guard isParked || isEnding else { return }
        while isParked, demandCounter.take() {
            guard let (value, member) = parked.popFirst() else { break }
            isParked = !parked.isEmpty
            downstream.lend { _ = demandCounter.add($0.deliver(value)) }
            member.more()
        }
        if !isParked, isEnding { complete(nil) }
    }

    @usableFromInline final func complete(_ failure: (any Error)?) {
        if failure == nil, isParked {
            isEnding = true
            return
        }
        guard demandCounter.close() else { return }
        stop()
        release()?.end(failure)
    }

    @usableFromInline @discardableResult final func release() -> AnySubscriberBox<Output, Failure>? {
        if isParked { parked = Queue() }
        isParked = false
        let last = downstream.held
        downstream.held = nil
        return last
    }

    /// Cancels all members.
    @usableFromInline final func stop() {
        halt()
        guard !members.withLock({ $0.endEmpty() }) else { return }
        let all = members.withLock { $0.removeAll(of: Member.self) }
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

    @_alwaysEmitIntoClient @inline(__always) init() {}

    /// Adds a member; returns `false` if the merge has ended.
    @usableFromInline mutating func insert<Output, Failure>(_ member: InnerSubscriber<Output, Failure>) -> Bool {
        guard !isOver else { return false }
        if let head { InnerSubscriber<Output, Failure>.of(head).previous = member }
        member.next = head
        head = member
        return true
    }

    /// Removes a member; has no effect if it was removed before.
    @usableFromInline mutating func remove<Output, Failure>(_ member: InnerSubscriber<Output, Failure>) {
        guard member === head || member.previous != nil else { return }
        let next = member.next
        if let previous = member.previous {
            InnerSubscriber<Output, Failure>.of(previous).next = next
        } else {
            head = next
        }
        if let next { InnerSubscriber<Output, Failure>.of(next).previous = member.previous }
        member.next = nil
        member.previous = nil
    }

    /// Ends a list without members; returns `false` if there are members.
    @usableFromInline mutating func endEmpty() -> Bool {
        if head == nil { isOver = true }
        return head == nil
    }

    /// Removes all members permanently, and returns them in the order in which they were added.
    @usableFromInline
    mutating func removeAll<Output, Failure>(of _: InnerSubscriber<Output, Failure>.Type) -> [InnerSubscriber<
        Output, Failure
    >] {
        isOver = true
        var all: [InnerSubscriber<Output, Failure>] = []
        while let head {
            let member = InnerSubscriber<Output, Failure>.of(head)
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
final class InnerSubscriber<Output: Sendable, Failure: Error>: AnySubscriberBox<Output, Failure>,
    @unchecked Sendable  // the variables are set before concurrent access begins
{
    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let parent: MergeCoordinator<Output, Failure>
    // Only the owner of the list's lock accesses the links.
    @exclusivity(unchecked) @usableFromInline var next: SubscriptionReceiver?
    @exclusivity(unchecked) @usableFromInline unowned(unsafe) var previous: SubscriptionReceiver?
    /// Whether the list has this member.
    @exclusivity(unchecked) @usableFromInline var isListed = false
    /// Whether everything is demanded; atomic, because the subscription may arrive on another thread.
    @usableFromInline let isUnlimited = Atomic(true)

    @_alwaysEmitIntoClient @inline(__always)
    init(of parent: MergeCoordinator<Output, Failure>) {
        self.parent = parent
        super.init { Self.of($0).receive($1) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ receiver: SubscriptionReceiver) -> InnerSubscriber<Output, Failure> {
        unsafeDowncast(receiver, to: InnerSubscriber<Output, Failure>.self)
    }

    @usableFromInline override var description: String { operatorName(of: type(of: self)) }

    /// Under unlimited demand a member requests everything at the start, so it needs no subscription afterwards.
    @usableFromInline override var needsNoSubscription: Bool { parent.demandCounter.isUnlimited }

    @usableFromInline override func begin(_ subscription: any Subscription) {
        guard slot.accept(subscription) != nil else { return }
        isListed = parent.members.withLock { $0.insert(self) }
        guard isListed else { return _ = slot.cancel() }
        let isUnlimited = parent.demandCounter.isUnlimited || subscription.dropsWithoutDemand
        self.isUnlimited.store(isUnlimited, ordering: .relaxed)
        subscription.request(isUnlimited ? .unlimited : .max(1))
    }

    /// Demands the next value after the previous one was delivered downstream.
    @_alwaysEmitIntoClient @inline(__always)
    func more() {
        if !isUnlimited.load(ordering: .relaxed) { slot.requestNext() }
    }

    /// Demands everything from a publisher that drops values without demand, which some report only after
    /// ``begin(_:)``.
    @_alwaysEmitIntoClient @inline(__always)
    func settle() {
        if !isUnlimited.load(ordering: .relaxed), slot.dropsWithoutDemand { slot.request(.unlimited) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Output) -> Subscribers.Demand {
        if slot.isOpen { parent.pass(input, from: self) }
        return .none
    }

    @usableFromInline override func end(_ failure: (any Error)?) {
        guard slot.end() else { return }
        if isListed { parent.members.withLock { $0.remove(self) } }
        if let failure { parent.finish(failure) } else { parent.left() }
    }
}
