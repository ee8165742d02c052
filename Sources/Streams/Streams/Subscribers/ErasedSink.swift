/// The sink of a type-erased publisher: its own box for type erasure, and the object that its token retains.
@usableFromInline
final class ErasedSink<Input: Sendable, Failure: Error>: AnySubscriberBox<Input, Failure>,
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
        super.init { box, value in
            unsafeDowncast(box, to: ErasedSink<Input, Failure>.self).take(value)
            return .none
        }
    }

    @usableFromInline override func begin(_ subscription: any Subscription) {
        if slot.accept(subscription) != nil { subscription.request(.unlimited) }
    }

    @usableFromInline override var description: String { "Sink" }
    @usableFromInline override var needsNoSubscription: Bool { true }

    @_alwaysEmitIntoClient @inline(__always)
    func take(_ value: Input) {
        guard uses.enter() else { return }
        receiveValue?(value)
        if uses.leave() { release() }
    }

    @usableFromInline override func end(_ failure: (any Error)?) {
        guard uses.enter() else { return }
        if slot.end() {
            receiveCompletion?(Completion(failure))
            _ = uses.close()
        }
        if uses.leave() { release() }
    }

    @usableFromInline override func cancel() {
        let isUnused = uses.close()
        slot.cancel()
        if isUnused { release() }
    }

    /// Releases the closures; called once, after the last use.
    @usableFromInline
    func release() {
        receiveValue = nil
        receiveCompletion = nil
    }
}
