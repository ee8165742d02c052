public import Synchronization

/// Counts attempts down.
@usableFromInline
final class Attempts: Sendable {
    @usableFromInline let left: Atomic<Int>

    @inlinable
    init(_ count: Int?) { left = Atomic(count ?? .max) }

    /// Whether there is another.
    @inlinable
    func next() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 }
}
