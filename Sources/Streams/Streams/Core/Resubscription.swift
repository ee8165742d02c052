/// Passes values on, and at the end may go over to a successor: what append, retry, tryCatch and replaceError have in common.
///
/// `succeed` is asked at the end of the first publisher. It attaches the successor to this subscriber (to be asked again at its
/// end) or to ``last`` (not to be asked), and returns `true`; or it returns `false`, and the end goes on downstream.
/// A successor that ends at once makes a loop and no recursion. This is the part that upstream holds.
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

    @inlinable @inline(__always)
    init(_ name: StaticString, downstream: Downstream, convert: @escaping Convert, succeed: @escaping Succeed) {
        base = ResubscribingSubscription(name)
        self.downstream = downstream
        self.succeed = succeed
        self.convert = convert
    }

    @inlinable
    func receive(subscription: any Subscription) {
        let isFirst = !base.isBegun
        base.isBegun = true
        if isFirst { downstream.receive(subscription: base) }
        base.arbiter.acceptFirst(subscription)
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { base.arbiter.pass(input, to: downstream) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        base.arbiter.leave()
        base.ended = completion
        guard base.trampoline.ring() else { return }
        repeat {
            if let completion = base.ended.take(), base.arbiter.isOpen, !succeed(completion, self) {
                end(convert(completion))
            }
        } while !base.trampoline.rest()
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if base.arbiter.end() { downstream.receive(completion: completion) }
    }

    /// The way in for the last in succession.
    @inlinable
    var last: Last { Last(succession: self) }

    @usableFromInline
    @frozen
    struct Last: Subscriber {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure

        @usableFromInline let succession: ResubscribingSubscriber

        @inlinable
        init(succession: ResubscribingSubscriber) { self.succession = succession }

        @usableFromInline var combineIdentifier: CombineIdentifier { succession.combineIdentifier }

        @inlinable
        func receive(subscription: any Subscription) { succession.base.arbiter.acceptFirst(subscription) }

        @inlinable @inline(__always)
        func receive(_ input: Downstream.Input) -> Subscribers.Demand { succession.receive(input) }

        @inlinable
        func receive(completion: Subscribers.Completion<Downstream.Failure>) { succession.end(completion) }
    }
}

extension ResubscribingSubscriber where Failure == Downstream.Failure {
    @inlinable @inline(__always)
    convenience init(_ name: StaticString, downstream: Downstream, succeed: @escaping Succeed) {
        self.init(name, downstream: downstream, convert: { $0 }, succeed: succeed)
    }
}

/// The part of a succession that downstream holds.
@usableFromInline
final class ResubscribingSubscription<Failure: Error>: SubscriptionBase, @unchecked Sendable {
    // Unchecked: `ended` belongs to whoever is at the pump, `isBegun` to the first upstream.
    /// The operator it works for.
    @usableFromInline let name: StaticString
    @usableFromInline let arbiter = SubscriptionArbiter()
    @usableFromInline let trampoline = Trampoline()
    @exclusivity(unchecked) @usableFromInline var ended: Subscribers.Completion<Failure>?
    @exclusivity(unchecked) @usableFromInline var isBegun = false

    @inlinable @inline(__always)
    init(_ name: StaticString) {
        self.name = name
        super.init(request: { Self.of($0).arbiter.request($1) }, cancel: { Self.of($0).arbiter.cancel() })
    }

    @inlinable @inline(__always)
    static func of(_ base: SubscriptionBase) -> ResubscribingSubscription<Failure> { unsafeDowncast(base, to: ResubscribingSubscription<Failure>.self) }

    @usableFromInline override var description: String { "\(name)" }
}
