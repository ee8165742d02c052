/// The subscribers of a subject, in the order of their subscriptions; only the thread that owns the subject's drain
/// loop uses it.
///
/// A removed subscriber leaves a gap, so removal is O(1); the gaps are closed when they are more than half of the list.
/// The list retains its members manually, so that iterating does not retain them; call ``removeAll()`` before it is
/// deallocated.
@usableFromInline
struct SubscriberList {
    /// The subscriber that was added to an empty list: most subjects have one subscriber, which needs no array.
    @usableFromInline var first: Unmanaged<SubjectMember>?
    /// The other subscribers, in order.
    @usableFromInline var slots: ContiguousArray<Unmanaged<SubjectMember>?> = []
    @usableFromInline var gaps = 0

    @usableFromInline init() {}

    /// Calls `body` with each member; the list must not be changed meanwhile.
    @_alwaysEmitIntoClient @inline(__always)
    mutating func forEach(_ body: (SubjectMember) -> Void) {
        first?._withUnsafeGuaranteedRef(body)
        if !slots.isEmpty { forEachSlot(body) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func forEachSlot(_ body: (SubjectMember) -> Void) {
        withUnsafeMutablePointer(to: &slots) { place in
            // Moved out and back in, as a copy would be retained.
            let lent = place.move()
            lent.withUnsafeBufferPointer { slots in
                for slot in slots { slot?._withUnsafeGuaranteedRef(body) }
            }
            place.initialize(to: consume lent)
        }
    }

    @usableFromInline mutating func append(_ member: SubjectMember) {
        if first == nil, slots.isEmpty {
            member.slot = 0
            first = .passRetained(member)
        } else {
            if slots.isEmpty { slots.reserveCapacity(8) }
            slots.append(.passRetained(member))
            member.slot = slots.count
        }
    }

    /// Removes `member`, and releases its subscriber.
    @usableFromInline mutating func remove(_ member: SubjectMember) {
        defer { member.detach() }
        let slot = member.slot
        guard slot >= 0 else { return }
        member.slot = -1
        if slot == 0 {
            first.take()?.release()
        } else {
            slots[slot - 1].take()?.release()
            gaps += 1
            if gaps * 2 > slots.count { close() }
        }
    }

    @usableFromInline mutating func close() {
        var kept = 0
        for index in slots.indices {
            guard let slot = slots[index] else { continue }
            slots[index] = nil
            slots[kept] = slot
            kept += 1
            slot._withUnsafeGuaranteedRef { $0.slot = kept }
        }
        slots.removeLast(slots.count - kept)
        gaps = 0
    }

    /// Removes and returns all members.
    @usableFromInline mutating func removeAll() -> [SubjectMember] {
        let all = ([first] + slots).compactMap { $0?.takeRetainedValue() }
        first = nil
        slots = []
        gaps = 0
        for member in all { member.slot = -1 }
        return all
    }
}

@available(*, unavailable)
extension SubscriberList: Sendable {}
