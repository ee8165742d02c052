public import Synchronization

/// What is to be done when it is one's turn.
@usableFromInline typealias Deed = @Sendable () -> Void

/// One at a time, without holding a lock: the emission token.
///
/// Whoever finds the turn free has it and acts at once. Whoever finds it taken (another thread, or the same one further
/// up its stack) leaves an event in line and goes on; the holder handles the line before it lets go. So events are handled
/// one by one and in one order for everybody, however they come, and recursion becomes a loop.
///
///     guard turn.enter(or: .value(input)) else { return }
///     deliver(input)
///     turn.leave { handle($0) }
///
/// (As a closure and not as `turn.leave(handle)`, which would retain the receiver at every delivery.)
///
/// An operator, of which there is one for each subscription, lets ``Deed``s stand in line, for a `Turn` of a fixed type needs no
/// type metadata to be looked up when the operator goes; a subject lets events stand in line, which cost no allocation.
///
/// What only the holder of a turn touches needs no lock: entering acquires what leaving released.
@usableFromInline
struct Turn<Event: Sendable>: ~Copyable, Sendable {
    @usableFromInline static var free: UInt8 { @inlinable get { 0 } }
    @usableFromInline static var taken: UInt8 { @inlinable get { 1 } }
    @usableFromInline static var takenWithLine: UInt8 { @inlinable get { 2 } }

    @usableFromInline let holder = Atomic<UInt8>(0)
    @usableFromInline let line = Mutex<ContiguousArray<Event>>([])

    @inlinable @inline(__always)
    init() {}

    /// Takes the turn if it is free.
    @inlinable @inline(__always)
    func enter() -> Bool {
        holder.compareExchange(expected: Self.free, desired: Self.taken, ordering: .acquiring).exchanged
    }

    /// Takes the turn, or else leaves `event` in line for its holder.
    @inlinable @inline(__always)
    func enter(or event: @autoclosure () -> Event) -> Bool {
        enter() || wait(with: event())
    }

    /// Leaves `event` in line; `true` when the turn became free meanwhile and is the caller's, to handle the event itself.
    @inlinable @inline(never)
    func wait(with event: Event) -> Bool {
        line.withLock { line in
            // Only under this lock does the turn come to have a line, or to have none; free means that nobody waits.
            guard holder.exchange(Self.takenWithLine, ordering: .acquiringAndReleasing) == Self.free else {
                line.append(event)
                return false
            }
            holder.store(Self.taken, ordering: .relaxed)
            return true
        }
    }

    /// Handles whatever came meanwhile, and then lets go of the turn.
    @inlinable @inline(__always)
    func leave(_ handle: (Event) -> Void) {
        if !letGo() { drain(handle) }
    }

    @inlinable @inline(__always)
    func letGo() -> Bool {
        holder.compareExchange(expected: Self.taken, desired: Self.free, ordering: .releasing).exchanged
    }

    @inlinable
    func drain(_ handle: (Event) -> Void) {
        var batch = ContiguousArray<Event>()
        repeat {
            line.withLock { line in
                swap(&line, &batch)
                holder.store(Self.taken, ordering: .relaxed)
            }
            for event in batch { handle(event) }
            batch.removeAll(keepingCapacity: true)
        } while !letGo()
    }
}

extension Turn where Event == Deed {
    /// Does what came meanwhile, and then lets go of the turn.
    @inlinable @inline(__always)
    func leave() {
        leave { $0() }
    }
}
