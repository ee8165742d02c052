public import Synchronization

/// A trampoline: it turns recursive calls into rounds of a loop that only one caller runs at a time.
///
/// The first caller of ``enter()`` runs the loop; a call during the loop makes that caller run one more round.
///
///     guard trampoline.enter() else { return }
///     repeat { work() } while !trampoline.leave()
@usableFromInline
struct Trampoline: ~Copyable, Sendable {
    @usableFromInline static var idle: UInt8 { @inlinable get { 0 } }
    @usableFromInline static var working: UInt8 { @inlinable get { 1 } }
    @usableFromInline static var roundRequested: UInt8 { @inlinable get { 2 } }

    @usableFromInline let state = Atomic<UInt8>(0)

    @_alwaysEmitIntoClient @inline(__always) init() {}

    /// Requests a round; returns `true` if the caller must run the loop.
    @_alwaysEmitIntoClient func enter() -> Bool {
        if state.compareExchange(expected: Self.idle, desired: Self.working, ordering: .acquiring).exchanged {
            return true
        }
        // Either the running caller sees the request, or it has stopped in the meantime and this caller takes over.
        let last = state.exchange(Self.roundRequested, ordering: .acquiringAndReleasing)
        return last == Self.idle
    }

    /// Ends a round; returns `false` if another round was requested in the meantime.
    @_alwaysEmitIntoClient func leave() -> Bool {
        if state.compareExchange(expected: Self.working, desired: Self.idle, ordering: .acquiringAndReleasing)
            .exchanged
        {
            return true
        }
        state.store(Self.working, ordering: .sequentiallyConsistent)
        return false
    }
}
