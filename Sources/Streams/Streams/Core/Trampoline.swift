public import Synchronization

/// A trampoline: it turns recursive calls into rounds of a loop that only one caller runs at a time.
///
/// The first caller of ``ring()`` runs the loop; a call during the loop makes that caller run one more round.
///
///     guard trampoline.ring() else { return }
///     repeat { work() } while !trampoline.rest()
@usableFromInline
struct Trampoline: ~Copyable, Sendable {
    @usableFromInline static var resting: UInt8 { @inlinable get { 0 } }
    @usableFromInline static var working: UInt8 { @inlinable get { 1 } }
    @usableFromInline static var rung: UInt8 { @inlinable get { 2 } }

    @usableFromInline let state = Atomic<UInt8>(0)

    @_alwaysEmitIntoClient @inline(__always)
    init() {}

    /// Requests a round; returns `true` if the caller must run the loop.
    @_alwaysEmitIntoClient
    func ring() -> Bool {
        if state.compareExchange(expected: Self.resting, desired: Self.working, ordering: .acquiring).exchanged {
            return true
        }
        // Either the running caller sees the request, or it has stopped in the meantime and this caller takes over.
        let last = state.exchange(Self.rung, ordering: .acquiringAndReleasing)
        return last == Self.resting
    }

    /// Ends a round; returns `false` if another round was requested in the meantime.
    @_alwaysEmitIntoClient
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
