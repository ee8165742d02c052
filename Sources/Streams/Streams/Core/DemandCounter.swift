public import Synchronization

/// Counts what a subscriber still wants, in one word that any thread may change.
///
/// Under unlimited demand, the common case, a delivery costs one load. `closed` is the end: nothing opens it again.
@usableFromInline
struct DemandCounter: ~Copyable, Sendable {
    @usableFromInline static var unlimited: Int { @inlinable get { .max } }
    @usableFromInline static var closed: Int { @inlinable get { -1 } }

    @usableFromInline let word: Atomic<Int>

    @inlinable @inline(__always)
    init(_ demand: Subscribers.Demand = .none) {
        word = Atomic(demand.max ?? Self.unlimited)
    }

    @inlinable var isUnlimited: Bool {
        @inline(__always) get { word.load(ordering: .acquiring) == Self.unlimited }
    }

    @inlinable var isClosed: Bool {
        @inline(__always) get { word.load(ordering: .acquiring) == Self.closed }
    }

    /// What is wanted now; none when closed.
    @inlinable var demand: Subscribers.Demand {
        let value = word.load(ordering: .acquiring)
        return value == Self.unlimited ? .unlimited : .max(Swift.max(0, value))
    }

    /// Raises the demand; `false` when closed.
    @inlinable @discardableResult
    func add(_ demand: Subscribers.Demand) -> Bool {
        var old = word.load(ordering: .relaxed)
        while true {
            if old == Self.closed { return false }
            if old == Self.unlimited || demand == .none { return true }
            let (sum, overflow) = old.addingReportingOverflow(demand.max ?? Self.unlimited)
            let new = overflow ? Self.unlimited : sum
            let (exchanged, original) = word.compareExchange(
                expected: old, desired: new, ordering: .acquiringAndReleasing)
            if exchanged { return true }
            old = original
        }
    }

    /// Uses up one value of the demand; `false` when there is none.
    @inlinable @inline(__always)
    func take() -> Bool {
        isUnlimited || takeBounded()
    }

    @inlinable
    func takeBounded() -> Bool {
        var old = word.load(ordering: .acquiring)
        while true {
            if old == Self.unlimited { return true }
            if old <= 0 { return false }
            let (exchanged, original) = word.compareExchange(
                expected: old, desired: old - 1, ordering: .acquiringAndReleasing)
            if exchanged { return true }
            old = original
        }
    }

    /// Ends all demand; `true` for the one who did it.
    @inlinable @discardableResult
    func close() -> Bool {
        word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
    }
}
