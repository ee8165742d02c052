/// The subscriber that runs a stateless step: a struct in front of downstream, which receives the upstream's own
/// subscription.
@usableFromInline
@frozen
struct StatelessSubscriber<Work: Publishers._StatelessStep, Downstream: Subscriber>: Subscriber
where Downstream.Input == Work.Output, Downstream.Failure == Work.Failure {
    @usableFromInline typealias Input = Work.Input
    @usableFromInline typealias Failure = Work.InputFailure

    @usableFromInline let work: Work
    @usableFromInline let downstream: Downstream

    @_alwaysEmitIntoClient @inline(__always)
    init(_ work: Work, downstream: Downstream) {
        self.work = work
        self.downstream = downstream
    }

    @usableFromInline var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @_alwaysEmitIntoClient var _needsNoSubscription: Bool {
        @inline(__always) get { downstream._needsNoSubscription }
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Work.Input) -> Subscribers.Demand {
        switch work.take(input) {
        case .pass(let value), .last(let value): return downstream.receive(value)
        case .skip, .finish, .fail: return .max(1)
        }
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(completion: Subscribers.Completion<Work.InputFailure>) {
        downstream.receive(completion: work.end(completion))
    }
}
