/// The subscribers of a subject, in the order in which they came; owned by the holder of the subject's turn.
///
/// Who leaves leaves a gap, so leaving costs nothing; gaps are closed when they are more than half of the list.
@usableFromInline
struct ConduitList<Output: Sendable, Failure: Error> {
    @usableFromInline var slots: ContiguousArray<Conduit<Output, Failure>?> = []
    @usableFromInline var gaps = 0

    @inlinable
    init() {}

    @inlinable
    mutating func append(_ conduit: Conduit<Output, Failure>) {
        conduit.slot = slots.count
        slots.append(conduit)
    }

    /// Takes `conduit` out; the caller releases it once the list is at rest.
    @inlinable
    mutating func remove(_ conduit: Conduit<Output, Failure>) {
        guard conduit.slot >= 0 else { return }
        // The caller's reference keeps the conduit alive, so nothing is released here but a count.
        slots[conduit.slot] = nil
        conduit.slot = -1
        gaps += 1
        if gaps * 2 > slots.count { close() }
    }

    @inlinable
    mutating func close() {
        var kept = 0
        for index in slots.indices {
            guard let conduit = slots[index] else { continue }
            conduit.slot = kept
            slots.swapAt(kept, index)
            kept += 1
        }
        slots.removeLast(slots.count - kept)
        gaps = 0
    }

    /// Takes everybody out.
    @inlinable
    mutating func removeAll() -> ContiguousArray<Conduit<Output, Failure>?> {
        let all = slots
        slots = []
        gaps = 0
        for conduit in all { conduit?.slot = -1 }
        return all
    }
}
