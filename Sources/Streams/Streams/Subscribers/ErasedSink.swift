/// The sink of a type-erased publisher: its own box for type erasure, and the object that its token holds.
@usableFromInline
final class ErasedSink<Input: Sendable, Failure: Error>: AnySubscriberBox<Input, Failure>, Cancellable,
    @unchecked Sendable  // `uses` guards the variables
{
    @usableFromInline let slot = UpstreamSlot()
    @usableFromInline let uses = UseCount()
    @exclusivity(unchecked) @usableFromInline var receiveValue: (@Sendable (Input) -> Void)?
    @exclusivity(unchecked) @usableFromInline var receiveCompletion: (@Sendable (Completion<Failure>) -> Void)?

    @_alwaysEmitIntoClient @inline(__always)
    init(
        receiveValue: @escaping @Sendable (Input) -> Void,
        receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void
    ) {
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
        super.init(
            entrance: nil,
            begin: { receiver, subscription in
                if Self.of(receiver).slot.accept(subscription) != nil { subscription.request(.unlimited) }
            },
            give: { receiver, value in
                Self.of(receiver).take(value)
                return .none
            },
            end: { Self.of($0).complete($1) })
    }

    @_alwaysEmitIntoClient @inline(__always)
    static func of(_ receiver: SubscriptionReceiver) -> ErasedSink<Input, Failure> {
        unsafeDowncast(receiver, to: ErasedSink<Input, Failure>.self)
    }

    @usableFromInline override var description: String { "Sink" }
    @usableFromInline override var needsNoSubscription: Bool { true }

    @_alwaysEmitIntoClient @inline(__always)
    func take(_ value: Input) {
        guard uses.enter() else { return }
        receiveValue?(value)
        if uses.leave() { release() }
    }

    @_alwaysEmitIntoClient
    func complete(_ completion: Completion<Failure>) {
        guard uses.enter() else { return }
        if slot.end() {
            receiveCompletion?(completion)
            _ = uses.close()
        }
        if uses.leave() { release() }
    }

    @usableFromInline
    func cancel() {
        let isUnused = uses.close()
        slot.cancel()
        if isUnused { release() }
    }

    /// Releases the closures; called once, after the last use.
    @_alwaysEmitIntoClient
    func release() {
        receiveValue = nil
        receiveCompletion = nil
    }
}
