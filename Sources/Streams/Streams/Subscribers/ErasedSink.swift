public import Synchronization

/// The subscriber behind a sink: its own box for type erasure, and the object that its token retains.
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
            // No value is accepted from now on; the closures are released after the call.
            _ = uses.close()
            receiveCompletion?(Completion(failure))
        }
        if uses.leave() { release() }
    }

    @usableFromInline override func cancel() {
        let isUnused = uses.close()
        slot.cancel()
        if isUnused { release() }
    }

    /// Returns a closure of this sink; `nil` after the end.
    func closure<Closure>(_ read: (ErasedSink<Input, Failure>) -> Closure?) -> Closure? {
        guard uses.enter() else { return nil }
        defer { if uses.leave() { release() } }
        return read(self)
    }

    /// Releases the closures; called once, after the last use.
    @usableFromInline func release() {
        receiveValue = nil
        receiveCompletion = nil
    }
}

/// A count of the calls that use a resource, so that the resource is released after the last call once it is closed.
///
/// Calls may be nested and concurrent. Exactly one caller of ``leave()`` or ``close()`` has to release the resource.
@usableFromInline
struct UseCount: ~Copyable, Sendable {
    @usableFromInline static var closedBit: UInt { @inlinable get { 1 } }
    @usableFromInline static var oneUse: UInt { @inlinable get { 2 } }

    /// The number of uses times two, and the bit for closed.
    @usableFromInline let word = Atomic<UInt>(0)

    @_alwaysEmitIntoClient @inline(__always) init() {}

    /// Begins a use; returns `false` if the resource is closed.
    @_alwaysEmitIntoClient @inline(__always)
    func enter() -> Bool {
        var old = word.load(ordering: .relaxed)
        while old & Self.closedBit == 0 {
            let (exchanged, original) = word.compareExchange(
                expected: old, desired: old &+ Self.oneUse, ordering: .acquiring)
            if exchanged { return true }
            old = original
        }
        return false
    }

    /// Ends a use; returns `true` if the caller must release the resource.
    @_alwaysEmitIntoClient @inline(__always)
    func leave() -> Bool { word.subtract(Self.oneUse, ordering: .acquiringAndReleasing).newValue == Self.closedBit }

    /// Closes the resource; returns `true` if the caller must release it, because it is not in use.
    @usableFromInline
    func close() -> Bool { word.bitwiseOr(Self.closedBit, ordering: .acquiringAndReleasing).oldValue == 0 }
}
