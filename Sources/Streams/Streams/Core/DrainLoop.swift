public import Synchronization

/// What is to be done when it is one's turn.
@usableFromInline typealias Action = @Sendable () -> Void

/// One at a time, without holding a lock: the emission token.
///
/// Whoever finds the turn free has it and acts at once. Whoever finds it taken (by another thread, for more than a moment, or
/// by the same one further up its stack) leaves an event in line and goes on; the holder handles the line before it lets go.
/// So events are handled one by one and in one order for everybody, however they come, and recursion becomes a loop.
///
///     guard turn.enter(or: .value(input)) else { return }
///     deliver(input)
///     turn.leave { handle($0) }
///
/// (As a closure and not as `loop.leave(handle)`, which would retain the receiver at every delivery.)
///
/// An operator, of which there is one for each subscription, lets ``Deed``s stand in line, for a `DrainLoop` of a fixed type needs no
/// type metadata to be looked up when the operator goes; a subject lets events stand in line, which cost no allocation.
///
/// What only the holder of a turn touches needs no lock: entering acquires what leaving released.
@usableFromInline
package struct DrainLoop<Event: Sendable>: ~Copyable, Sendable {
    /// Nobody has the turn.
    @usableFromInline static var free: UInt { @inlinable get { 0 } }
    /// Set beside the holder's place when somebody stands in line.
    @usableFromInline static var lined: UInt { @inlinable get { 1 } }

    /// Free, or where on its stack the holder is (a hint and no more), and whether somebody stands in line.
    @usableFromInline let holder = Atomic<UInt>(0)
    @usableFromInline let queue = Mutex<ContiguousArray<Event>>([])

    @inlinable @inline(__always)
    package init() {}

    /// Takes the turn if it is free.
    @inlinable @inline(__always)
    func enter() -> Bool {
        holder.compareExchange(expected: Self.free, desired: Self.here, ordering: .acquiring).exchanged
    }

    /// Takes the turn, or else leaves `event` in line for its holder.
    @inlinable @inline(__always)
    package func enter(or event: @autoclosure () -> Event) -> Bool {
        enter() || wait(with: event())
    }

    /// The same without waiting for a moment, for whoever holds a lock meanwhile.
    @inlinable @inline(__always)
    func enter(orAtOnce event: @autoclosure () -> Event) -> Bool {
        enter() || standInLine(with: event())
    }

    /// Takes the turn if it becomes free in a moment, or else leaves `event` in line.
    @inlinable @inline(never)
    func wait(with event: Event) -> Bool {
        enterSoon() || standInLine(with: event)
    }

    /// Leaves `event` in line; `true` when the turn became free meanwhile and is the caller's, to handle the event itself.
    @inlinable @inline(never)
    func standInLine(with event: Event) -> Bool {
        queue.withLock { queue in
            // Only under this lock does the turn come to have a line, or to have none; free means that nobody waits.
            guard holder.bitwiseOr(Self.lined, ordering: .acquiringAndReleasing).oldValue == Self.free else {
                queue.append(event)
                return false
            }
            holder.store(Self.here, ordering: .relaxed)
            return true
        }
    }

    /// Handles whatever came meanwhile, and then lets go of the turn.
    @inlinable @inline(__always)
    package func leave(_ handle: (Event) -> Void) {
        if !letGo() { drain(handle) }
    }

    @inlinable @inline(__always)
    func letGo() -> Bool {
        let held = holder.load(ordering: .relaxed)
        return held & Self.lined == 0
            && holder.compareExchange(expected: held, desired: Self.free, ordering: .releasing).exchanged
    }

    @inlinable
    func drain(_ handle: (Event) -> Void) {
        var batch = ContiguousArray<Event>()
        repeat {
            queue.withLock { queue in
                swap(&queue, &batch)
                holder.store(Self.here, ordering: .relaxed)
            }
            for event in batch { handle(event) }
            batch.removeAll(keepingCapacity: true)
        } while !letGo()
    }
}

// A delivery is short, and to get what another thread has just written takes several times as long. So two threads that leave
// each other every single event are slower than two that take turns with a handful each (measured: 45 to 80 ns an event, and
// 24), and whoever meets somebody looks again for a moment, before standing in line.
extension DrainLoop {
    /// Where the caller is on its stack: the address of a word, so that the lowest bit is free.
    @inlinable @inline(__always)
    static var here: UInt {
        var place: UInt = 0
        return _withUnprotectedUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }
    }

    /// Takes the turn if it becomes free within two or three microseconds, looking ever more seldom.
    ///
    /// Gives up at once when somebody stands in line, for then the holder takes longer than that, and when waiting is in vain.
    @usableFromInline
    func enterSoon() -> Bool {
        var pause = 4
        while pause < 512 {
            let held = holder.load(ordering: .relaxed)
            if held == Self.free {
                if enter() { return true }
            } else if held & Self.lined != 0 || Self.isAbove(held) {
                return false
            }
            Self.idle(pause)
            pause *= 2
        }
        return false
    }

    /// Whether the holder is further up this very stack, as far as its place tells: not far above. Wrong only costs the moment.
    private static func isAbove(_ place: UInt) -> Bool {
        place &- here < 512 * 1024
    }

    /// Spends about five nanoseconds so many times, without touching what other threads use.
    private static func idle(_ times: Int) {
        let nothing = Atomic(0)
        for _ in 0..<times { nothing.add(1, ordering: .relaxed) }
    }
}

extension DrainLoop where Event == Action {
    /// Does what came meanwhile, and then lets go of the turn.
    @inlinable @inline(__always)
    func leave() {
        leave { $0() }
    }
}
