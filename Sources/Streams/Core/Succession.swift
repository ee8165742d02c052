/// Passes values on, and at the end may go over to a successor: what append, retry, tryCatch and replaceError have in common.
///
/// `succeed` is asked at the end of the first publisher. It attaches the successor to this subscriber (to be asked again at its
/// end) or to ``last`` (not to be asked), and returns `true`; or it returns `false`, and the end goes on downstream.
/// A successor that ends at once makes a loop and no recursion.
@usableFromInline
final class SuccessionSubscriber<Downstream: Subscriber, Failure: Error>: Bond, Subscriber, @unchecked Sendable {
    // Unchecked: `ended` belongs to whoever is at the pump.
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Succeed =
        @Sendable (Subscribers.Completion<Failure>, SuccessionSubscriber<Downstream, Failure>) -> Bool
    @usableFromInline typealias Convert =
        @Sendable (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

    /// The operator it works for.
    @usableFromInline let name: StaticString
    @usableFromInline let downstream: Downstream
    @usableFromInline let succeed: Succeed
    @usableFromInline let convert: Convert
    @usableFromInline let relay = Relay()
    @usableFromInline let pump = Pump()
    @exclusivity(unchecked) @usableFromInline var ended: Subscribers.Completion<Failure>?
    @exclusivity(unchecked) @usableFromInline var isBegun = false

    @inlinable @inline(__always)
    init(_ name: StaticString, downstream: Downstream, convert: @escaping Convert, succeed: @escaping Succeed) {
        self.name = name
        self.downstream = downstream
        self.succeed = succeed
        self.convert = convert
        super.init(request: { Self.of($0).relay.request($1) }, cancel: { Self.of($0).relay.cancel() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> SuccessionSubscriber<Downstream, Failure> {
        unsafeDowncast(bond, to: SuccessionSubscriber<Downstream, Failure>.self)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        let isFirst = !isBegun
        isBegun = true
        if isFirst { downstream.receive(subscription: self) }
        relay.acceptFirst(subscription)
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { relay.pass(input, to: downstream) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        relay.leave()
        ended = completion
        guard pump.ring() else { return }
        repeat {
            if let completion = ended.take(), relay.isOpen, !succeed(completion, self) { end(convert(completion)) }
        } while !pump.rest()
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if relay.end() { downstream.receive(completion: completion) }
    }

    @usableFromInline override var description: String { "\(name)" }

    /// The way in for the last in succession.
    @inlinable
    var last: Last { Last(succession: self) }

    @usableFromInline
    @frozen
    struct Last: Subscriber {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure

        @usableFromInline let succession: SuccessionSubscriber

        @inlinable
        init(succession: SuccessionSubscriber) { self.succession = succession }

        @usableFromInline var combineIdentifier: CombineIdentifier { succession.combineIdentifier }

        @inlinable
        func receive(subscription: any Subscription) { succession.relay.acceptFirst(subscription) }

        @inlinable @inline(__always)
        func receive(_ input: Downstream.Input) -> Subscribers.Demand { succession.receive(input) }

        @inlinable
        func receive(completion: Subscribers.Completion<Downstream.Failure>) { succession.end(completion) }
    }
}

extension SuccessionSubscriber where Failure == Downstream.Failure {
    @inlinable @inline(__always)
    convenience init(_ name: StaticString, downstream: Downstream, succeed: @escaping Succeed) {
        self.init(name, downstream: downstream, convert: { $0 }, succeed: succeed)
    }
}
