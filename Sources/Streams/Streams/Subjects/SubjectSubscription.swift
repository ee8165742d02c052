public import Synchronization

/// What a subject keeps of one subscriber, and the subscription which that subscriber holds.
///
/// `slot`, `isUpToDate` and the downstream belong to the holder of the subject's turn.
@usableFromInline
class SubjectSubscription<Output: Sendable, Failure: Error>: SubscriptionBase, @unchecked Sendable {  // vars belong to the turn's holder
    @usableFromInline typealias Give = @Sendable (SubjectSubscription<Output, Failure>, Output) -> Subscribers.Demand
    @usableFromInline typealias End = @Sendable (SubjectSubscription<Output, Failure>, Subscribers.Completion<Failure>?) -> Void

    @usableFromInline let demandCounter = DemandCounter()
    /// Gives a value, see ``Bond``.
    @usableFromInline let give: Give
    /// Lets go of the subscriber, and tells it the end if there is one.
    @usableFromInline let end: End
    /// Where it stands in the list of its subject; -1 outside.
    @exclusivity(unchecked) @usableFromInline var slot = -1
    /// Whether it has had the latest value; only a subject with a current value asks.
    @exclusivity(unchecked) @usableFromInline var isUpToDate = false

    @inlinable @inline(__always)
    init(give: @escaping Give, end: @escaping End, request: @escaping Request, cancel: @escaping Cancel) {
        self.give = give
        self.end = end
        super.init(request: request, cancel: cancel)
    }

    /// Delivers a value if it is wanted; `false` when it was not.
    @inlinable @inline(__always) @discardableResult
    final func offer(_ value: Output) -> Bool {
        if demandCounter.isUnlimited {
            _ = give(self, value)
            return true
        }
        return offerBounded(value)
    }

    @inlinable
    final func offerBounded(_ value: Output) -> Bool {
        guard demandCounter.takeBounded() else { return false }
        demandCounter.add(give(self, value))
        return true
    }

    /// Tells the subscriber the end, unless it has cancelled.
    @inlinable
    final func finish(_ completion: Subscribers.Completion<Failure>) {
        if demandCounter.close() { end(self, completion) }
    }

    /// Lets go of the subscriber.
    @inlinable
    final func detach() { end(self, nil) }

    @usableFromInline override final var dropsWithoutDemand: Bool { true }
}

/// The conduit from a subject of known type to a subscriber of known type.
@usableFromInline
final class BoundSubjectSubscription<Owner: SubscriberListOwner, Downstream: Subscriber, Held: Releasable<Downstream>>:
    SubjectSubscription<Downstream.Input, Downstream.Failure>, @unchecked Sendable  // vars belong to the turn's holder
where Owner.Output == Downstream.Input, Owner.Failure == Downstream.Failure {
    /// The subject, until the end; of a fixed type, so that no type metadata is looked up when the conduit goes.
    @usableFromInline let owner: Mutex<(any AnyObject & Sendable)?>
    @exclusivity(unchecked) @usableFromInline var downstream: Held

    @inlinable @inline(__always)
    init(owner: Owner, downstream: Downstream) {
        self.owner = Mutex(owner)
        self.downstream = Held(downstream)
        super.init(
            give: { subjectSubscription, value in
                Self.of(subjectSubscription).downstream.lend { $0.receive(value) } ?? .none
            },
            end: { subjectSubscription, completion in
                let subjectSubscription = Self.of(subjectSubscription)
                let downstream = subjectSubscription.downstream.take()
                _ = subjectSubscription.owner.withLock { $0.take() }
                if let completion { downstream?.receive(completion: completion) }
            },
            request: { base, demand in
                let subjectSubscription = Self.of(base)
                guard subjectSubscription.demandCounter.add(demand), let owner = subjectSubscription.owner.withLock({ $0 }) else { return }
                unsafeDowncast(owner, to: Owner.self).hasDemand(subjectSubscription)
            },
            cancel: { base in
                let subjectSubscription = Self.of(base)
                guard subjectSubscription.demandCounter.close(), let owner = subjectSubscription.owner.withLock({ $0.take() }) else { return }
                unsafeDowncast(owner, to: Owner.self).hasCancelled(subjectSubscription)
            })
    }

    @usableFromInline override var description: String {
        String(describing: Owner.self).prefix { $0 != "<" }.description
    }

    @inlinable @inline(__always)
    static func of(_ base: SubscriptionBase) -> BoundSubjectSubscription<Owner, Downstream, Held> {
        unsafeDowncast(base, to: BoundSubjectSubscription<Owner, Downstream, Held>.self)
    }
}

/// A subject as its conduits see it.
@usableFromInline
protocol SubscriberListOwner<Output, Failure>: AnyObject, Sendable {
    associatedtype Output: Sendable
    associatedtype Failure: Error

    /// `subjectSubscription` wants values, more than before.
    func hasDemand(_ subjectSubscription: SubjectSubscription<Output, Failure>)
    /// `subjectSubscription` wants nothing any more.
    func hasCancelled(_ subjectSubscription: SubjectSubscription<Output, Failure>)
}
