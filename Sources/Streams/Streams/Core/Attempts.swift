public import Synchronization

/// A counter of the attempts that remain.
@usableFromInline
final class Attempts: Sendable {
    @usableFromInline let left: Atomic<Int>

    @_alwaysEmitIntoClient
    init(_ count: Int?) { left = Atomic(count ?? .max) }

    /// Uses one attempt and returns the number that remained, including this one; `nil` if none remained.
    @_alwaysEmitIntoClient
    func take() -> Int? {
        let count = left.wrappingSubtract(1, ordering: .relaxed).oldValue
        return count > 0 ? count : nil
    }

    /// Uses one attempt and returns whether one remained.
    @_alwaysEmitIntoClient
    func next() -> Bool { take() != nil }
}
