public import Synchronization

/// The subscription of one subscriber to a subject.
///
/// Only the thread that holds the subject's drain loop touches `slot`, `isUpToDate` and the downstream.
@usableFromInline
class SubjectSubscription<Output: Sendable, Failure: Error>: SubscriptionBase, @unchecked Sendable {  // loop-confined
    @usableFromInline typealias Give = @Sendable (SubjectSubscription<Output, Failure>, Output) -> Subscribers.Demand
    @usableFromInline typealias End =
        @Sendable (SubjectSubscription<Output, Failure>, Subscribers.Completion<Failure>?) -> Void

    @usableFromInline let demandCounter = DemandCounter()
    /// Delivers a value; a stored closure is specialised for the types, see ``SubscriptionBase``.
    @usableFromInline let give: Give
    /// Releases the subscriber, and delivers the completion if there is one.
    @usableFromInline let end: End
    /// The index in the subject's list; -1 if it is not in the list.
    @exclusivity(unchecked) @usableFromInline final var slot = -1
    /// Whether the subscriber has received the latest value; only a ``CurrentValueSubject`` reads it.
    @exclusivity(unchecked) @usableFromInline final var isUpToDate = false

    @_alwaysEmitIntoClient @inline(__always)
    init(give: @escaping Give, end: @escaping End, request: @escaping Request, cancel: @escaping Cancel) {
        self.give = give
        self.end = end
        super.init(request: request, cancel: cancel)
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

    @_alwaysEmitIntoClient
    final func offerBounded(_ value: Output) -> Bool {
        guard demandCounter.takeBounded() else { return false }
        demandCounter.add(give(self, value))
        return true
    }

    /// Delivers the completion, unless the subscriber has cancelled.
    @_alwaysEmitIntoClient
    final func finish(_ completion: Subscribers.Completion<Failure>) {
        if demandCounter.close() { end(self, completion) }
    }

    /// Releases the subscriber.
    @_alwaysEmitIntoClient
    final func detach() { end(self, nil) }

    @usableFromInline override final var dropsWithoutDemand: Bool { true }
}

/// The subscription of a subscriber of known type to a subject of known type.
@usableFromInline
final class BoundSubjectSubscription<Owner: SubscriberListOwner, Downstream: Subscriber, Held: Releasable<Downstream>>:
    SubjectSubscription<Downstream.Input, Downstream.Failure>, @unchecked Sendable  // the drain loop guards the vars
where Owner.Output == Downstream.Input, Owner.Failure == Downstream.Failure {
    /// The subject, until the end; of a fixed type, so that deallocation looks up no type metadata.
    @usableFromInline let owner: Mutex<(any AnyObject & Sendable)?>
    @exclusivity(unchecked) @usableFromInline var downstream: Held

    @_alwaysEmitIntoClient @inline(__always)
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
                guard subjectSubscription.demandCounter.add(demand),
                    let owner = subjectSubscription.owner.withLock({ $0 })
                else { return }
                unsafeDowncast(owner, to: Owner.self).hasDemand(subjectSubscription)
            },
            cancel: { base in
                let subjectSubscription = Self.of(base)
                guard subjectSubscription.demandCounter.close(),
                    let owner = subjectSubscription.owner.withLock({ $0.take() })
                else { return }
                unsafeDowncast(owner, to: Owner.self).hasCancelled(subjectSubscription)
            })
    }

    @usableFromInline override var description: String {
        String(describing: Owner.self).prefix { $0 != "<" }.description
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ base: SubscriptionBase) -> BoundSubjectSubscription<Owner, Downstream, Held> {
        unsafeDowncast(base, to: BoundSubjectSubscription<Owner, Downstream, Held>.self)
    }
}

/// A subject as its subscriptions see it.
@usableFromInline
protocol SubscriberListOwner<Output, Failure>: AnyObject, Sendable {
    associatedtype Output: Sendable
    associatedtype Failure: Error

    /// Called when `subjectSubscription` has more demand than before.
    func hasDemand(_ subjectSubscription: SubjectSubscription<Output, Failure>)
    /// Called when `subjectSubscription` was cancelled.
    func hasCancelled(_ subjectSubscription: SubjectSubscription<Output, Failure>)
}
