/// The subscriber that runs a stateless step: the storage of an ``AnySubscriber``, which receives the upstream's own
/// subscription.
///
/// Its type contains the value types of its two neighbours, not the types of the neighbours: a type that contained the
/// type of the next subscriber would grow with each operator of a chain, and the compiler does not specialise the
/// third.
@usableFromInline
final class StatelessSubscriber<Work: Publishers._StatelessStep>: AnySubscriberBox<Work.Input, Work.InputFailure>,
    @unchecked Sendable  // immutable, as its base
{
    @usableFromInline let work: Work
    @usableFromInline let downstream: AnySubscriberBox<Work.Output, Work.Failure>

    @_alwaysEmitIntoClient @inline(__always)
    init(_ work: Work, downstream: AnySubscriberBox<Work.Output, Work.Failure>) {
        self.work = work
        self.downstream = downstream
        // The subscription bypasses this object.
        super.init(subscriptionReceiver: downstream.subscriptionReceiver ?? downstream) {
            unsafeDowncast($0, to: StatelessSubscriber<Work>.self).take($1)
        }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func take(_ input: Work.Input) -> Subscribers.Demand {
        switch work.take(input) {
        case .pass(let value), .last(let value): return downstream.deliver(value)
        case .skip, .finish, .fail: return .max(1)
        }
    }

    @usableFromInline override func end(_ failure: (any Error)?) {
        // Each step finishes when upstream finishes.
        downstream.end(failure.flatMap { work.end(Subscribers.Completion($0)).failure })
    }

    @usableFromInline override var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    @usableFromInline override var needsNoSubscription: Bool { downstream.needsNoSubscription }
}
