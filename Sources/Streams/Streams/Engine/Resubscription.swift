import Synchronization

/// The subscriber of the operators that may subscribe to a successor at the end of a publisher: append, retry, tryCatch
/// and replaceError.
///
/// The closure `succeed` runs at the end of the first publisher. It subscribes this subscriber to the successor
/// (`succeed` then runs again at the successor's end) or ``makeLast()`` (it does not), and returns `true`; or it
/// returns `false`, and the completion goes downstream. A successor that ends immediately causes a loop, not recursion.
/// Upstream references this object.
///
/// These operators may be nested, as in pages that append the next page, or a recursive function with a `catch`. Two
/// rules keep the cost of a value and of the stack the same at each depth: all nested operators run in the loop of the
/// operator farthest downstream, and if the downstream of a successor is a ``LastSubscriber``, ``makeLast()`` returns
/// it and bypasses this object.
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
    init(
        _ name: StaticString, downstream: AnySubscriberBox<Output, NewFailure>, ignoresEmptyRequests: Bool,
        succeed: @escaping Succeed
    ) {
        base = ResubscribingSubscription(name, before: downstream, ignoresEmptyRequests: ignoresEmptyRequests)
        self.downstream = downstream
        self.succeed = succeed
        super.init {
            unsafeDowncast($0, to: ResubscribingSubscriber<Output, Failure, NewFailure>.self).receive($1)
        }
    }

    @usableFromInline override func begin(_ subscription: any Subscription) {
        guard !base.isBegun else { return base.arbiter.acceptFirst(subscription) }
        base.isBegun = true
        // Precedes downstream's check whether upstream drops values without demand.
        base.arbiter.hold()
        base.arbiter.acceptFirst(subscription)
        downstream.open(base)
        base.arbiter.start()
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Output) -> Subscribers.Demand { base.isReplaced ? .none : pass(input) }

    @_alwaysEmitIntoClient @inline(__always)
    func pass(_ input: Output) -> Subscribers.Demand { base.arbiter.pass(input, to: downstream) }

    @usableFromInline override func end(_ failure: (any Error)?) {
        guard !base.isReplaced else { return }
        base.arbiter.leave()
        base.first.run(self, ended: failure)
    }

    @usableFromInline override var resubscription: ResubscribingSubscription? { base.first }

    @usableFromInline override func proceed(after failure: (any Error)?) {
        // Without a successor, the publisher has finished, or its failure is also the failure of downstream.
        if base.arbiter.isOpen, !succeed(Subscribers.Completion(failure), self) { finish(failure) }
    }

    @usableFromInline func finish(_ failure: (any Error)?) {
        if base.arbiter.end() { downstream.end(failure) }
    }

    /// Returns the subscriber to attach to the last successor; values and completions of the earlier publisher are
    /// ignored from now on.
    @usableFromInline func makeLast() -> AnySubscriber<Output, NewFailure> {
        base.isReplaced = true
        guard let outer = base.outer else { return AnySubscriber(box: LastSubscriber(of: self)) }
        // The outstanding demand on this object is also outstanding on the outer subscription.
        base.arbiter.end()
        outer.arbiter.leave()
        return AnySubscriber(box: downstream)
    }
}

extension Publisher {
    /// Attaches `subscriber` behind an operator that may subscribe to a successor; see ``ResubscribingSubscriber``.
    @_alwaysEmitIntoClient @inline(__always)
    func receive<S: Subscriber>(
        subscriber: S, resubscribingAs name: StaticString, ignoresEmptyRequests: Bool = false,
        succeed: @escaping ResubscribingSubscriber<Output, Failure, S.Failure>.Succeed
    ) where S.Input == Output {
        let box = ResubscribingSubscriber(
            name, downstream: AnySubscriber(subscriber).box, ignoresEmptyRequests: ignoresEmptyRequests,
            succeed: succeed)
        receive(subscriber: AnySubscriber(box: box))
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
    @usableFromInline override var resubscription: ResubscribingSubscription? { first.base.first }
    @usableFromInline override var lastOf: ResubscribingSubscription? { first.base }
}

/// The subscription of a ``ResubscribingSubscriber``: the part that downstream references.
@usableFromInline
final class ResubscribingSubscription: SubscriptionBase, @unchecked Sendable {
    // Unchecked: only upstream accesses `isBegun` and `isReplaced`.
    /// The name of the operator.
    @usableFromInline let name: StaticString
    @usableFromInline let arbiter = SubscriptionArbiter()
    /// The subscription of which this subscription is the last successor; `nil` if there is none.
    @usableFromInline let outer: ResubscribingSubscription?
    /// The subscription whose loop runs the resubscriptions; `nil` for this subscription.
    private let runner: ResubscribingSubscription?
    private let trampoline = Trampoline()
    /// The subscriber whose publisher has ended, and the failure.
    private let ended = Mutex<(subscriber: SubscriptionReceiver, failure: (any Error)?)?>(nil)
    @exclusivity(unchecked) @usableFromInline var isBegun = false
    /// Whether the last successor has replaced the publisher before it.
    @exclusivity(unchecked) @usableFromInline var isReplaced = false

    /// Whether a request for no values has no effect instead of a trap, as in Combine's `append`.
    private let ignoresEmptyRequests: Bool

    /// Creates the subscription of an operator in front of a subscriber.
    @usableFromInline init(_ name: StaticString, before downstream: SubscriptionReceiver, ignoresEmptyRequests: Bool) {
        self.name = name
        self.ignoresEmptyRequests = ignoresEmptyRequests
        runner = downstream.resubscription
        outer = downstream.lastOf
        super.init()
    }

    /// The subscription whose loop runs the resubscriptions.
    @usableFromInline var first: ResubscribingSubscription { runner ?? self }

    /// Makes `subscriber` subscribe to a successor, now or after the resubscription in progress.
    @usableFromInline func run(_ subscriber: SubscriptionReceiver, ended failure: (any Error)?) {
        ended.withLock { $0 = (subscriber, failure) }
        guard trampoline.enter() else { return }
        repeat {
            if let (subscriber, failure) = ended.withLock({ $0.take() }) { subscriber.proceed(after: failure) }
        } while !trampoline.leave()
    }

    @usableFromInline override func add(_ demand: Subscribers.Demand) { arbiter.request(demand) }
    @usableFromInline override func cancel() { arbiter.cancel() }

    @usableFromInline override var dropsWithoutDemand: Bool { arbiter.dropsWithoutDemand }

    @usableFromInline override func requestNone() { if !ignoresEmptyRequests { super.requestNone() } }

    @usableFromInline override var description: String { "\(name)" }
}
