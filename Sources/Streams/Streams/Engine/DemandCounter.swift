public import Synchronization

/// An atomic counter of the outstanding demand of one subscriber.
///
/// Any thread may change it. Under unlimited demand, the common case, a delivery costs one atomic load. The state
/// `closed` is final.
@usableFromInline
struct DemandCounter: ~Copyable, Sendable {
    @usableFromInline static var unlimited: Int { @inlinable get { .max } }
    @usableFromInline static var closed: Int { @inlinable get { -1 } }

    @usableFromInline let word: Atomic<Int>

    @_alwaysEmitIntoClient @inline(__always)
    init(_ demand: Subscribers.Demand = .none) { word = Atomic(demand.max ?? Self.unlimited) }

    /// Whether the demand is unlimited.
    @_alwaysEmitIntoClient var isUnlimited: Bool {
        @inline(__always) get { word.load(ordering: .acquiring) == Self.unlimited }
    }

    /// Whether the counter is closed.
    @_alwaysEmitIntoClient var isClosed: Bool {
        @inline(__always) get { word.load(ordering: .acquiring) == Self.closed }
    }

    /// The outstanding demand; `.none` after closing.
    @_alwaysEmitIntoClient var demand: Subscribers.Demand {
        let value = word.load(ordering: .acquiring)
        return value == Self.unlimited ? .unlimited : .max(Swift.max(0, value))
    }

    /// Adds to the demand; returns `false` if the counter is closed.
    @_alwaysEmitIntoClient @discardableResult func add(_ demand: Subscribers.Demand) -> Bool {
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

    /// Uses one value of the demand; returns `false` if no demand is outstanding.
    @_alwaysEmitIntoClient @inline(__always)
    func take() -> Bool { isUnlimited || takeBounded() }

    @_alwaysEmitIntoClient func takeBounded() -> Bool {
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

    /// Sets the counter to its final state; returns `true` for the call that closed it.
    @usableFromInline @discardableResult
    func close() -> Bool { word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed }
}
