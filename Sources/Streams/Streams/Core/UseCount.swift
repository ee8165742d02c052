public import Synchronization

/// A count of the calls that use a resource, so that the resource is released after the last call once it is closed.
///
/// Calls may be nested and concurrent. Exactly one caller of ``leave()`` or ``close()`` has to release the resource.
///
///     guard uses.enter() else { return }
///     work()
///     if uses.leave() { release() }
@usableFromInline
struct UseCount: ~Copyable, Sendable {
    @usableFromInline static var closedBit: UInt { @inlinable get { 1 } }
    @usableFromInline static var oneUse: UInt { @inlinable get { 2 } }

    /// The number of uses times two, and the bit for closed.
    @usableFromInline let word = Atomic<UInt>(0)

    @_alwaysEmitIntoClient @inline(__always)
    init() {}

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
    func leave() -> Bool {
        word.subtract(Self.oneUse, ordering: .acquiringAndReleasing).newValue == Self.closedBit
    }

    /// Closes the resource; returns `true` if the caller must release it, because it is not in use.
    @usableFromInline
    func close() -> Bool {
        word.bitwiseOr(Self.closedBit, ordering: .acquiringAndReleasing).oldValue == 0
    }
}
