/// Something that is remembered with a deadline, and remembers where.
protocol Deadlined: AnyObject {
    /// Its place in ``Deadlines``, or -1; nobody else changes it.
    var deadlineIndex: Int { get set }
}

/// Members ordered by when they are due: a binary heap whose members know their places, so that one that is done
/// early leaves at once.
///
/// - Complexity: O(log *n*) to insert and to remove; a new latest deadline, the usual case, is O(1).
struct Deadlines<Member: Deadlined> {
    private var heap: [(due: UInt64, member: Member)] = []

    var isEmpty: Bool { heap.isEmpty }
    var count: Int { heap.count }

    /// When the first member is due.
    var next: UInt64? { heap.first?.due }

    mutating func insert(_ member: Member, due: UInt64) {
        heap.append((due, member))
        member.deadlineIndex = heap.count - 1
        rise(from: heap.count - 1)
    }

    mutating func remove(_ member: Member) {
        let index = member.deadlineIndex
        guard index >= 0 else { return }
        member.deadlineIndex = -1
        let last = heap.count - 1
        if index != last {
            heap.swapAt(index, last)
            heap[index].member.deadlineIndex = index
        }
        heap.removeLast()
        guard index < heap.count else { return }
        sink(from: index)
        rise(from: index)
    }

    /// Takes the first member if it is due.
    mutating func popDue(at now: UInt64) -> Member? {
        guard let first = heap.first, first.due <= now else { return nil }
        remove(first.member)
        return first.member
    }

    /// Takes any member.
    mutating func popAny() -> Member? {
        guard let last = heap.last else { return nil }
        remove(last.member)
        return last.member
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, heap[index].due < heap[(index - 1) / 2].due {
            exchange(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var index = start
        while true {
            let (left, right) = (2 * index + 1, 2 * index + 2)
            var least = index
            if left < heap.count, heap[left].due < heap[least].due { least = left }
            if right < heap.count, heap[right].due < heap[least].due { least = right }
            guard least != index else { return }
            exchange(index, least)
            index = least
        }
    }

    private mutating func exchange(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        heap[one].member.deadlineIndex = one
        heap[other].member.deadlineIndex = other
    }
}
