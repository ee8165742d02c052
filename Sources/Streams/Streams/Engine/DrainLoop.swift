public import Synchronization

/// A deferred event handler.
@usableFromInline package typealias Action = @Sendable () -> Void

/// A serialised drain loop: it runs event handlers one at a time and in order, without holding a lock during a handler.
///
/// A caller that finds the loop free becomes its owner and handles its event immediately. A caller that finds the loop
/// owned (by another thread for longer than a few microseconds, or by itself further up the stack) enqueues its event
/// and returns; the owner drains the queue before it releases the loop. All subscribers thus observe the same order of
/// events, and recursion becomes iteration.
///
///     loop.serialize(deliver(input), or: { self.deliver(input) })
///
/// The events are closures, so the queue is code of this module, and only a caller that finds the loop owned creates
/// the closure.
///
/// State that only the owner accesses needs no lock: entering the loop acquires what leaving it released.
@usableFromInline
package struct DrainLoop: ~Copyable, Sendable {
    /// The state without an owner.
    @usableFromInline static var free: UInt { @inlinable get { 0 } }
    /// The bit that is set next to the owner's stack address while events are enqueued.
    @usableFromInline static var queuedBit: UInt { @inlinable get { 1 } }

    /// The state: free, or the owner's stack address (a hint only) together with the bit for enqueued events.
    @usableFromInline let owner = Atomic<UInt>(0)
    /// The enqueued events.
    @usableFromInline let queue = Mutex(ActionQueue())

    @_alwaysEmitIntoClient @inline(__always)
    package init() {}

    /// Becomes the owner if the loop is free; returns whether it was.
    @_alwaysEmitIntoClient @inline(__always)
    func enter() -> Bool {
        owner.compareExchange(expected: Self.free, desired: Self.here, ordering: .acquiring).exchanged
    }

    /// Becomes the owner, or enqueues `event` for the current owner and returns `false`.
    @_alwaysEmitIntoClient @inline(__always)
    func enter(or event: @autoclosure () -> Action) -> Bool { enter() || wait(with: event()) }

    /// Becomes the owner, or enqueues `event` without spinning first: for a caller that holds a lock.
    @_alwaysEmitIntoClient @inline(__always)
    func enter(orAtOnce event: @autoclosure () -> Action) -> Bool { enter() || enqueue(with: event()) }

    /// Becomes the owner if the loop becomes free within a few microseconds; otherwise enqueues `event`.
    @usableFromInline func wait(with event: @escaping Action) -> Bool { enterSoon() || enqueue(with: event) }

    /// Enqueues `event`; returns `true` if the loop became free in between, so that the caller owns it and handles the
    /// event itself.
    @usableFromInline func enqueue(with event: @escaping Action) -> Bool {
        queue.withLock { queue in
            // The bit for enqueued events changes only under this lock; a free loop has an empty queue.
            guard owner.bitwiseOr(Self.queuedBit, ordering: .acquiringAndReleasing).oldValue == Self.free else {
                queue.append(event)
                return false
            }
            owner.store(Self.here, ordering: .relaxed)
            return true
        }
    }

    /// Handles the events that were enqueued in the meantime and releases the loop.
    @_alwaysEmitIntoClient @inline(__always)
    func leave() {
        if !release() { drain() }
    }

    /// Runs `work` as the owner, or enqueues `event`, which does the same, for the current owner.
    @_alwaysEmitIntoClient @inline(__always)
    package func serialize(_ work: @autoclosure () -> Void, or event: @autoclosure () -> Action) {
        guard enter(or: event()) else { return }
        work()
        leave()
    }

    /// Releases the loop if no event is enqueued; returns whether it did.
    @_alwaysEmitIntoClient @inline(__always)
    func release() -> Bool {
        let held = owner.load(ordering: .relaxed)
        return held & Self.queuedBit == 0
            && owner.compareExchange(expected: held, desired: Self.free, ordering: .releasing).exchanged
    }

    /// Handles batches of enqueued events until the loop can be released.
    @usableFromInline func drain() {
        var others = ContiguousArray<Action>()
        repeat {
            let first = queue.withLock { queue in
                swap(&queue.others, &others)
                owner.store(Self.here, ordering: .relaxed)
                return queue.first.take()
            }
            first?()
            for event in others { event() }
            others.removeAll(keepingCapacity: true)
        } while !release()
    }
}

/// The enqueued events of a ``DrainLoop``. Most batches consist of one event, which needs no array.
@usableFromInline
struct ActionQueue: Sendable {
    @usableFromInline var first: Action?
    @usableFromInline var others: ContiguousArray<Action> = []

    @usableFromInline init() {}

    mutating func append(_ event: @escaping Action) {
        if first == nil { first = event } else { others.append(event) }
    }
}

// A delivery is short; fetching a cache line that another thread has just written takes several times as long. Two
// threads that enqueue every event for each other are therefore slower than two threads that alternate in batches
// (measured: 45 to 80 ns for each event, against 24 ns). So a caller that finds the loop owned spins briefly before it
// enqueues its event.
extension DrainLoop {
    /// The position of the caller on its stack: the address of a word, so that the lowest bit is free.
    @_alwaysEmitIntoClient @inline(__always)
    static var here: UInt {
        var place: UInt = 0
        return _withUnprotectedUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }
    }

    /// Becomes the owner if the loop becomes free within two to three microseconds; polls at increasing intervals.
    ///
    /// Returns `false` immediately if events are already enqueued, because the owner then needs longer, and if the
    /// owner is the caller itself further up the stack.
    @usableFromInline func enterSoon() -> Bool {
        var pause = 4
        while pause < 512 {
            let held = owner.load(ordering: .relaxed)
            if held == Self.free {
                if enter() { return true }
            } else if held & Self.queuedBit != 0 || Self.isAbove(held) {
                return false
            }
            Self.idle(pause)
            pause *= 2
        }
        return false
    }

    /// Runs `work` as the owner if the loop is free, or becomes free soon; returns whether it was.
    func run(_ work: () -> Void) -> Bool {
        guard enterSoon() else { return false }
        work()
        leave()
        return true
    }

    /// Whether the owner appears to be on the caller's own stack, judged by the distance of the addresses. A wrong
    /// result only costs the spin.
    private static func isAbove(_ place: UInt) -> Bool { place &- here < 512 * 1024 }

    /// Spins `times` times for about five nanoseconds, without accessing memory that other threads use.
    private static func idle(_ times: Int) {
        let nothing = Atomic(0)
        for _ in 0..<times { nothing.add(1, ordering: .relaxed) }
    }
}
