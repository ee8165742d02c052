public import Synchronization

/// Makes sure that somebody works when there is work, and never two at once.
///
/// Whoever rings first works; a ring during the work means one more round for the one at work, so recursion becomes a loop.
///
///     guard pump.ring() else { return }
///     repeat { work() } while !pump.rest()
@usableFromInline
struct Trampoline: ~Copyable, Sendable {
    @usableFromInline static var resting: UInt8 { @inlinable get { 0 } }
    @usableFromInline static var working: UInt8 { @inlinable get { 1 } }
    @usableFromInline static var rung: UInt8 { @inlinable get { 2 } }

    @usableFromInline let state = Atomic<UInt8>(0)

    @inlinable @inline(__always)
    init() {}

    /// Asks for a round of work; `true` when the caller is to do it.
    @inlinable
    func ring() -> Bool {
        if state.compareExchange(expected: Self.resting, desired: Self.working, ordering: .acquiring).exchanged {
            return true
        }
        // Either the one at work sees the ring, or it has gone to rest meanwhile and the caller takes over.
        let last = state.exchange(Self.rung, ordering: .acquiringAndReleasing)
        return last == Self.resting
    }

    /// Ends a round; `false` when there was a ring meanwhile, so that another round is due.
    @inlinable
    func rest() -> Bool {
        if state.compareExchange(expected: Self.working, desired: Self.resting, ordering: .acquiringAndReleasing)
            .exchanged
        {
            return true
        }
        state.store(Self.working, ordering: .sequentiallyConsistent)
        return false
    }
}
