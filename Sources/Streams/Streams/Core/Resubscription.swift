/// The subscriber of the operators that may subscribe to a successor at the end of a publisher: append, retry, tryCatch
/// and replaceError.
///
/// The closure `succeed` runs at the end of the first publisher. It subscribes this subscriber to the successor
/// (`succeed` then runs again at the successor's end) or ``makeLast()`` (it does not), and returns `true`; or it
/// returns `false`, and the completion goes downstream. A successor that ends immediately causes a loop, not recursion.
/// This object is the part that upstream references.
@usableFromInline
final class ResubscribingSubscriber<Downstream: Subscriber, Failure: Error>: Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Succeed =
        @Sendable (Subscribers.Completion<Failure>, ResubscribingSubscriber<Downstream, Failure>) -> Bool
    @usableFromInline typealias Convert =
        @Sendable (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

    @usableFromInline let base: ResubscribingSubscription<Failure>
    @usableFromInline let downstream: Downstream
    @usableFromInline let succeed: Succeed
    @usableFromInline let convert: Convert

    @_alwaysEmitIntoClient @inline(__always)
    init(_ name: StaticString, downstream: Downstream, convert: @escaping Convert, succeed: @escaping Succeed) {
        base = ResubscribingSubscription(name)
        self.downstream = downstream
        self.succeed = succeed
        self.convert = convert
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(subscription: any Subscription) {
        let isFirst = !base.isBegun
        base.isBegun = true
        if isFirst { downstream.receive(subscription: base) }
        base.arbiter.acceptFirst(subscription)
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        base.isReplaced ? .none : base.arbiter.pass(input, to: downstream)
    }

    @_alwaysEmitIntoClient @inline(never)
    func receive(completion: Subscribers.Completion<Failure>) {
        guard !base.isReplaced else { return }
        base.arbiter.leave()
        base.ended = completion
        guard base.trampoline.enter() else { return }
        repeat {
            if let completion = base.ended.take(), base.arbiter.isOpen, !succeed(completion, self) {
                end(convert(completion))
            }
        } while !base.trampoline.leave()
    }

    @_alwaysEmitIntoClient
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if base.arbiter.end() { downstream.receive(completion: completion) }
    }

    /// Returns the subscriber to attach to the last successor; values and completions of the earlier publisher are
    /// ignored from now on.
    @_alwaysEmitIntoClient
    func makeLast() -> Last {
        base.isReplaced = true
        return Last(succession: self)
    }

    /// The subscriber of the last successor.
    @usableFromInline
    @frozen
    struct Last: Subscriber {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure

        @usableFromInline let succession: ResubscribingSubscriber

        @_alwaysEmitIntoClient
        init(succession: ResubscribingSubscriber) { self.succession = succession }

        @usableFromInline var combineIdentifier: CombineIdentifier { succession.combineIdentifier }

        @_alwaysEmitIntoClient @inline(never)
        func receive(subscription: any Subscription) { succession.base.arbiter.acceptFirst(subscription) }

        @_alwaysEmitIntoClient @inline(__always)
        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            succession.base.arbiter.pass(input, to: succession.downstream)
        }

        @_alwaysEmitIntoClient @inline(never)
        func receive(completion: Subscribers.Completion<Downstream.Failure>) { succession.end(completion) }
    }
}

extension ResubscribingSubscriber where Failure == Downstream.Failure {
    @_alwaysEmitIntoClient @inline(__always)
    convenience init(_ name: StaticString, downstream: Downstream, succeed: @escaping Succeed) {
        self.init(name, downstream: downstream, convert: { $0 }, succeed: succeed)
    }
}

/// The subscription of a ``ResubscribingSubscriber``: the part that downstream references.
@usableFromInline
final class ResubscribingSubscription<Failure: Error>: SubscriptionBase, @unchecked Sendable {
    // Unchecked: only the runner of `trampoline` accesses `ended`, and only upstream `isBegun` and `isReplaced`.
    /// The name of the operator.
    @usableFromInline let name: StaticString
    @usableFromInline let arbiter = SubscriptionArbiter()
    @usableFromInline let trampoline = Trampoline()
    @exclusivity(unchecked) @usableFromInline var ended: Subscribers.Completion<Failure>?
    @exclusivity(unchecked) @usableFromInline var isBegun = false
    /// Whether the last successor has taken over from the publisher before it.
    @exclusivity(unchecked) @usableFromInline var isReplaced = false

    @_alwaysEmitIntoClient @inline(__always)
    init(_ name: StaticString) {
        self.name = name
        super.init(request: { Self.of($0).arbiter.request($1) }, cancel: { Self.of($0).arbiter.cancel() })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ base: SubscriptionBase) -> ResubscribingSubscription<Failure> {
        unsafeDowncast(base, to: ResubscribingSubscription<Failure>.self)
    }

    /// Traps, except for `append`, which ignores a request for no values in Combine.
    @usableFromInline override func requestNone() { if description != "Concatenate" { super.requestNone() } }

    @usableFromInline override var description: String { "\(name)" }
}
