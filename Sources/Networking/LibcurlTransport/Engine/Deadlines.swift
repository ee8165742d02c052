/// A member of ``Deadlines``, which stores its own index.
protocol Deadlined: AnyObject {
    /// The index in ``Deadlines``, or -1; only ``Deadlines`` changes it.
    var deadlineIndex: Int { get set }
}

/// Members ordered by deadline in nanoseconds: a binary heap whose members know their index, to be removed early.
///
/// - Complexity: O(log *n*) to insert and to remove; a new latest deadline, the usual case, is O(1).
struct Deadlines<Member: Deadlined> {
    private var heap: [(due: UInt64, member: Member)] = []

    var next: UInt64? { heap.first?.due }

    mutating func insert(_ member: Member, due: UInt64) {
        heap.append((due, member))
        member.deadlineIndex = heap.count - 1
        siftUp(from: heap.count - 1)
    }

    mutating func remove(_ member: Member) {
        let index = member.deadlineIndex
        guard index >= 0 else { return }
        if index != heap.count - 1 { swap(index, heap.count - 1) }
        heap.removeLast()
        member.deadlineIndex = -1
        guard index < heap.count else { return }
        siftDown(from: index)
        siftUp(from: index)
    }

    /// Removes and returns the member with the earliest deadline if that has passed.
    mutating func popDue(at now: UInt64) -> Member? {
        guard let first = heap.first, first.due <= now else { return nil }
        remove(first.member)
        return first.member
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0, heap[index].due < heap[(index - 1) / 2].due {
            swap(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            let (left, right) = (2 * index + 1, 2 * index + 2)
            var least = index
            if left < heap.count, heap[left].due < heap[least].due { least = left }
            if right < heap.count, heap[right].due < heap[least].due { least = right }
            guard least != index else { return }
            swap(index, least)
            index = least
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        heap[one].member.deadlineIndex = one
        heap[other].member.deadlineIndex = other
    }
}
