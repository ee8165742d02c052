public import Synchronization

/// The subscription of one subscriber to a subject: the non-generic part, so that a list of subscribers is code of this
/// module.
///
/// Only the thread that owns the subject's drain loop accesses `slot`, `isUpToDate` and the downstream.
@usableFromInline
class SubjectMember: SubscriptionBase, @unchecked Sendable {  // loop-confined
    @usableFromInline let demandCounter = DemandCounter()
    /// The subject, until the end.
    @usableFromInline let owner: Mutex<(any SubscriberListOwner)?>
    /// The index in the subject's list; -1 if it is not in the list.
    @exclusivity(unchecked) @usableFromInline final var slot = -1
    /// Whether the subscriber has received the latest value; only a ``CurrentValueSubject`` reads it.
    @exclusivity(unchecked) @usableFromInline final var isUpToDate = false
    private let name: StaticString

    @usableFromInline init(owner: any SubscriberListOwner) {
        self.owner = Mutex(owner)
        name = owner.name
        super.init()
    }

    @usableFromInline override final func add(_ demand: Subscribers.Demand) {
        guard demandCounter.add(demand), let owner = owner.withLock({ $0 }) else { return }
        owner.hasDemand(self)
    }

    @usableFromInline override final func cancel() {
        guard demandCounter.close(), let owner = owner.withLock({ $0.take() }) else { return }
        owner.hasCancelled(self)
    }

    /// Delivers the completion, unless the subscriber has cancelled.
    @usableFromInline final func finish(_ failure: (any Error)?) {
        guard demandCounter.close() else { return }
        let last = owner.withLock { $0.take() }
        end(failure)
        _ = last
    }

    /// Releases the subscriber, and delivers the completion.
    @usableFromInline func end(_ failure: (any Error)?) {}

    /// Releases the subscriber.
    @usableFromInline func detach() {}

    @usableFromInline override final var dropsWithoutDemand: Bool { true }
    @usableFromInline override final var description: String { "\(name)" }
}

/// The subscription of one subscriber to a subject.
@usableFromInline
class SubjectSubscription<Output: Sendable, Failure: Error>: SubjectMember, @unchecked Sendable {  // as its base
    @usableFromInline typealias Give = @Sendable (SubjectMember, Output) -> Subscribers.Demand

    /// Delivers a value; a stored closure is specialised for the types, see ``ValueSubscription``.
    @usableFromInline let give: Give

    @_alwaysEmitIntoClient @inline(__always)
    init(owner: any SubscriberListOwner, give: @escaping Give) {
        self.give = give
        super.init(owner: owner)
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ member: SubjectMember) -> SubjectSubscription<Output, Failure> {
        unsafeDowncast(member, to: SubjectSubscription<Output, Failure>.self)
    }

    /// Delivers a value if the subscriber has demand; `false` if it has none.
    @_alwaysEmitIntoClient @inline(__always) @discardableResult
    final func offer(_ value: Output) -> Bool {
        if demandCounter.isUnlimited {
            _ = give(self, value)
            return true
        }
        return offerBounded(value)
    }

    @_alwaysEmitIntoClient @inline(never)
    final func offerBounded(_ value: Output) -> Bool {
        guard demandCounter.takeBounded() else { return false }
        demandCounter.add(give(self, value))
        return true
    }
}

/// The subscription of any subscriber to a subject.
@usableFromInline
final class BoundSubjectSubscription<Output: Sendable, Failure: Error>: SubjectSubscription<Output, Failure>,
    @unchecked Sendable  // as its base
{
    @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<AnySubscriberBox<Output, Failure>>

    @_alwaysEmitIntoClient @inline(__always)
    init(owner: any SubscriberListOwner, downstream: AnySubscriberBox<Output, Failure>) {
        self.downstream = ReleasableBox(downstream)
        super.init(owner: owner) { member, value in
            unsafeDowncast(member, to: BoundSubjectSubscription<Output, Failure>.self).downstream
                .lend { $0.deliver(value) } ?? .none
        }
    }

    @usableFromInline override func end(_ failure: (any Error)?) {
        let last = downstream.held
        detach()
        last?.end(failure)
    }

    @usableFromInline override func detach() {
        let last = downstream.held
        downstream.held = nil
        _ = last
    }
}

/// The subscription of a sink to a subject: it records whether the stream has ended or was cancelled, so the sink needs
/// no separate object.
@usableFromInline
final class SinkSubjectSubscription<Output: Sendable, Failure: Error>: SubjectSubscription<Output, Failure>,
    @unchecked Sendable  // as its base
{
    @exclusivity(unchecked) @usableFromInline var receiveValue: (@Sendable (Output) -> Void)?
    @exclusivity(unchecked) @usableFromInline var receiveCompletion:
        (@Sendable (Subscribers.Completion<Failure>) -> Void)?

    @_alwaysEmitIntoClient @inline(__always)
    init(
        owner: any SubscriberListOwner, receiveValue: @escaping @Sendable (Output) -> Void,
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
        super.init(owner: owner) { member, value in
            unsafeDowncast(member, to: SinkSubjectSubscription<Output, Failure>.self).receiveValue?(value)
            return .none
        }
        demandCounter.add(.unlimited)
    }

    @usableFromInline override func end(_ failure: (any Error)?) {
        let receive = receiveCompletion
        detach()
        receive?(Subscribers.Completion(failure))
    }

    @usableFromInline override func detach() {
        // `take()` would look up the metadata of the closures' types.
        receiveValue = nil
        receiveCompletion = nil
    }
}

/// The interface of a subject for its subscriptions.
@usableFromInline
protocol SubscriberListOwner: AnyObject, Sendable {
    /// The name of the type.
    var name: StaticString { get }
    /// Called when `member` has more demand than before.
    func hasDemand(_ member: SubjectMember)
    /// Called when `member` was cancelled.
    func hasCancelled(_ member: SubjectMember)
}
