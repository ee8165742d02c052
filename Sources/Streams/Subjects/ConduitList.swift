/// The subscribers of a subject, in the order in which they came; owned by the holder of the subject's turn.
///
/// Who leaves leaves a gap, so leaving costs nothing; gaps are closed when they are more than half of the list. The list
/// retains its conduits by hand, so that a walk through it does not; ``removeAll()`` has to be called before it goes.
@usableFromInline
struct ConduitList<Output: Sendable, Failure: Error> {
    @usableFromInline typealias Member = Conduit<Output, Failure>

    @usableFromInline var slots: ContiguousArray<Unmanaged<Member>?> = []
    @usableFromInline var gaps = 0

    @inlinable
    init() {}

    /// Calls `body` with each conduit.
    @inlinable @inline(__always)
    func forEach(_ body: (Member) -> Void) {
        slots.withUnsafeBufferPointer { slots in
            for slot in slots { slot?._withUnsafeGuaranteedRef(body) }
        }
    }

    @inlinable
    mutating func append(_ conduit: Member) {
        conduit.slot = slots.count
        slots.append(.passRetained(conduit))
    }

    /// Takes `conduit` out; the caller's reference keeps it alive, so nothing of anybody's is released here.
    @inlinable
    mutating func remove(_ conduit: Member) {
        guard conduit.slot >= 0 else { return }
        slots[conduit.slot]?.release()
        slots[conduit.slot] = nil
        conduit.slot = -1
        gaps += 1
        if gaps * 2 > slots.count { close() }
    }

    @inlinable
    mutating func close() {
        var kept = 0
        for index in slots.indices {
            guard let slot = slots[index] else { continue }
            slot._withUnsafeGuaranteedRef { $0.slot = kept }
            slots[index] = nil
            slots[kept] = slot
            kept += 1
        }
        slots.removeLast(slots.count - kept)
        gaps = 0
    }

    /// Takes everybody out.
    @inlinable
    mutating func removeAll() -> [Member] {
        let all = slots.compactMap { $0?.takeRetainedValue() }
        slots = []
        gaps = 0
        for conduit in all { conduit.slot = -1 }
        return all
    }
}

@available(*, unavailable)
extension ConduitList: Sendable {}
