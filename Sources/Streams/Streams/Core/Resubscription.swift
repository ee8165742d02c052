/// The subscriber of the operators that may subscribe to a successor at the end of a publisher: append, retry, tryCatch
/// and replaceError.
///
/// The closure `succeed` runs at the end of the first publisher. It subscribes this subscriber to the successor
/// (`succeed` then runs again at the successor's end) or ``makeLast()`` (it does not), and returns `true`; or it
/// returns `false`, and the completion goes downstream. A successor that ends immediately causes a loop, not recursion.
/// This object is the part that upstream references.
@usableFromInline
final class ResubscribingSubscriber<Output: Sendable, Failure: Error, NewFailure: Error>:
    AnySubscriberBox<Output, Failure>, @unchecked Sendable  // immutable, as its base
{
    @usableFromInline typealias Succeed =
        @Sendable (Subscribers.Completion<Failure>, ResubscribingSubscriber<Output, Failure, NewFailure>) -> Bool

    @usableFromInline let base: ResubscribingSubscription
    @usableFromInline let downstream: AnySubscriberBox<Output, NewFailure>
    @usableFromInline let succeed: Succeed

    @_alwaysEmitIntoClient @inline(__always)
    init(_ name: StaticString, downstream: AnySubscriberBox<Output, NewFailure>, succeed: @escaping Succeed) {
        base = ResubscribingSubscription(name)
        self.downstream = downstream
        self.succeed = succeed
        super.init {
            unsafeDowncast($0, to: ResubscribingSubscriber<Output, Failure, NewFailure>.self).receive($1)
        }
    }

    @usableFromInline override func begin(_ subscription: any Subscription) {
        let isFirst = !base.isBegun
        base.isBegun = true
        if isFirst { downstream.open(base) }
        base.arbiter.acceptFirst(subscription)
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Output) -> Subscribers.Demand { base.isReplaced ? .none : pass(input) }

    @_alwaysEmitIntoClient @inline(__always)
    func pass(_ input: Output) -> Subscribers.Demand { base.arbiter.pass(input, to: downstream) }

    @usableFromInline override func end(_ failure: (any Error)?) {
        guard !base.isReplaced else { return }
        base.arbiter.leave()
        base.end = (true, failure)
        guard base.trampoline.enter() else { return }
        repeat {
            let (isEnded, failure) = base.end
            base.end = (false, nil)
            // A publisher without a successor has finished, or its failure is downstream's, too.
            if isEnded, base.arbiter.isOpen, !succeed(Subscribers.Completion(failure), self) { finish(failure) }
        } while !base.trampoline.leave()
    }

    @usableFromInline
    func finish(_ failure: (any Error)?) {
        if base.arbiter.end() { downstream.end(failure) }
    }

    /// Returns the subscriber to attach to the last successor; values and completions of the earlier publisher are
    /// ignored from now on.
    @_alwaysEmitIntoClient @inline(__always)
    func makeLast() -> AnySubscriber<Output, NewFailure> {
        base.isReplaced = true
        return AnySubscriber(box: LastSubscriber(of: self))
    }
}

/// The subscriber of the last successor of a ``ResubscribingSubscriber``.
@usableFromInline
final class LastSubscriber<Output: Sendable, Failure: Error, NewFailure: Error>: AnySubscriberBox<Output, NewFailure>,
    @unchecked Sendable  // immutable, as its base
{
    @usableFromInline let first: ResubscribingSubscriber<Output, Failure, NewFailure>

    @_alwaysEmitIntoClient @inline(__always)
    init(of first: ResubscribingSubscriber<Output, Failure, NewFailure>) {
        self.first = first
        super.init { unsafeDowncast($0, to: LastSubscriber<Output, Failure, NewFailure>.self).first.pass($1) }
    }

    @usableFromInline override var combineIdentifier: CombineIdentifier { first.combineIdentifier }
    @usableFromInline override func begin(_ subscription: any Subscription) {
        first.base.arbiter.acceptFirst(subscription)
    }
    @usableFromInline override func end(_ failure: (any Error)?) { first.finish(failure) }
}

/// The subscription of a ``ResubscribingSubscriber``: the part that downstream references.
@usableFromInline
final class ResubscribingSubscription: SubscriptionBase, @unchecked Sendable {
    // Unchecked: only the runner of `trampoline` accesses `end`, and only upstream `isBegun` and `isReplaced`.
    /// The name of the operator.
    @usableFromInline let name: StaticString
    @usableFromInline let arbiter = SubscriptionArbiter()
    @usableFromInline let trampoline = Trampoline()
    /// Whether the publisher has ended, and its failure.
    @exclusivity(unchecked) @usableFromInline var end: (isEnded: Bool, failure: (any Error)?) = (false, nil)
    @exclusivity(unchecked) @usableFromInline var isBegun = false
    /// Whether the last successor has taken over from the publisher before it.
    @exclusivity(unchecked) @usableFromInline var isReplaced = false

    @usableFromInline
    init(_ name: StaticString) {
        self.name = name
        super.init()
    }

    @usableFromInline override func add(_ demand: Subscribers.Demand) { arbiter.request(demand) }
    @usableFromInline override func cancel() { arbiter.cancel() }

    /// Traps, except for `append`, which ignores a request for no values in Combine.
    @usableFromInline override func requestNone() { if description != "Concatenate" { super.requestNone() } }

    @usableFromInline override var description: String { "\(name)" }
}
