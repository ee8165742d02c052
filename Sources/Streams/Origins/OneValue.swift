public import Synchronization

/// The subscription of an origin that has one value and finishes with it.
@usableFromInline
final class OneValue<Downstream: Subscriber>: Bond,
    @unchecked Sendable  // `downstream` belongs to whoever ends it
{
    @usableFromInline let value: Downstream.Input
    @usableFromInline let isOver = Atomic(false)
    @usableFromInline let isCancelled = Atomic(false)
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?

    @inlinable @inline(__always)
    init(_ value: Downstream.Input, downstream: Downstream) {
        self.value = value
        self.downstream = downstream
        super.init(
            request: { bond, _ in Self.of(bond).give() },
            cancel: { Self.of($0).stop() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> OneValue<Downstream> { unsafeDowncast(bond, to: OneValue<Downstream>.self) }

    @inlinable @inline(__always)
    func give() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing), let downstream = downstream.take() else {
            return
        }
        _ = downstream.receive(value)
        // The subscriber may have cancelled inside that call.
        if !isCancelled.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
    }

    @inlinable
    func stop() {
        isCancelled.store(true, ordering: .releasing)
        if !isOver.exchange(true, ordering: .acquiringAndReleasing) { _ = downstream.take() }
    }

    @usableFromInline override var description: String { "Just" }
}
