public import Synchronization

/// Counts attempts down.
@usableFromInline
final class Attempts: Sendable {
    @usableFromInline let left: Atomic<Int>

    @inlinable
    init(_ count: Int?) { left = Atomic(count ?? .max) }

    /// How many there are left, this one included; `nil` when there is none.
    @inlinable
    func take() -> Int? {
        let count = left.wrappingSubtract(1, ordering: .relaxed).oldValue
        return count > 0 ? count : nil
    }

    /// Whether there is another.
    @inlinable
    func next() -> Bool { take() != nil }
}
