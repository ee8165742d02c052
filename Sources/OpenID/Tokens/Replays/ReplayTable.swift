/// The entries of a replay store, which expire by a monotonic clock.
///
/// The table is divided into segments, so that no operation moves more than a few thousand entries, and so that growing
/// needs little additional memory for the old table.
struct ReplayTable {
    /// The part of the capacity that one owner may use, as a divisor.
    private static let shares = 16
    private static let segmentCount = 64
    private static let longestLifetime = 315_360_000

    private var segments: [ReplaySegment] = []
    private var owners = OwnerCounts()
    /// The number of entries, including expired ones.
    private(set) var count = 0
    /// The elapsed seconds, which never decrease, even if the clock does.
    private var elapsed = 0
    private var lastUptime: Int64?
    private var nextSegment = 0
    private var lastSweep: Int?

    /// The memory for entries.
    var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// Inserts an entry unless it is present; the lifetime and the monotonic clock are in seconds.
    ///
    /// Returns whether it was inserted; `nil` if the table has no room for it.
    mutating func insert(
        _ fingerprint: UInt64, of owner: UInt32, for lifetime: Int, at uptime: Int64, _ capacity: Int
    ) -> Bool? {
        if segments.isEmpty { segments = [ReplaySegment](repeating: ReplaySegment(), count: Self.segmentCount) }
        advance(to: uptime)
        let fingerprint = max(fingerprint, 1)
        let index = Int(fingerprint % UInt64(Self.segmentCount))
        if let deadline = segments[index].deadline(of: fingerprint) {
            guard deadline < elapsed else { return false }
            sweep(index)
        }
        let share = capacity / Self.shares + (capacity % Self.shares == 0 ? 0 : 1)
        var hasRoom: Bool { owners.count(of: owner) < share && count < capacity }
        // At most once a second, so that a flood of refused entries adds no cost.
        if !hasRoom, lastSweep != elapsed {
            for index in segments.indices { sweep(index) }
            lastSweep = elapsed
        }
        guard hasRoom else { return nil }
        if segments[index].isFull { sweep(index) }
        let deadline = elapsed + min(lifetime, Self.longestLifetime)
        segments[index].insert(
            ReplaySegment.Entry(fingerprint: fingerprint, owner: owner, deadline: UInt32(clamping: deadline)))
        owners.add(owner)
        count += 1
        return true
    }

    /// Advances the time, and removes the expired entries of one segment for each second with an insertion.
    private mutating func advance(to uptime: Int64) {
        let last = lastUptime ?? uptime
        lastUptime = uptime
        guard uptime > last else { return }
        elapsed += Int(uptime - last)
        sweep(nextSegment)
        nextSegment = (nextSegment + 1) % Self.segmentCount
    }

    private mutating func sweep(_ index: Int) {
        count -= segments[index].removeEnded(at: elapsed) { owners.remove($0) }
    }
}

/// A part of the table: open addressing with linear probing.
struct ReplaySegment {
    /// An entry of 16 bytes; the fingerprint 0 marks a free slot.
    struct Entry {
        let fingerprint: UInt64
        let owner: UInt32
        /// The last second in which the entry is remembered.
        let deadline: UInt32

        fileprivate static let free = Entry(fingerprint: 0, owner: 0, deadline: 0)
        fileprivate var isFree: Bool { fingerprint == 0 }
    }

    private var slots: [Entry] = []
    private var count = 0

    /// The memory for entries.
    var byteCount: Int { slots.count * MemoryLayout<Entry>.stride }

    /// Whether another entry needs a larger table, or the removal of expired entries.
    var isFull: Bool { (count + 1) * 5 > slots.count * 4 }

    /// Returns the deadline of an entry, whose fingerprint is not 0; `nil` if it is not present.
    func deadline(of fingerprint: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        let slot = slots[slot(of: fingerprint)]
        return slot.isFree ? nil : Int(slot.deadline)
    }

    /// Inserts an entry that is not present, into a segment that is not full.
    mutating func insert(_ entry: Entry) {
        slots[slot(of: entry.fingerprint)] = entry
        count += 1
    }

    /// Removes the expired entries, reports their owners, and makes room for half as many more as remain.
    ///
    /// Returns the number of removed entries.
    mutating func removeEnded(at now: Int, _ removed: (UInt32) -> Void) -> Int {
        let (old, before) = (slots, count)
        let remaining = old.reduce(0) { $0 + ($1.isFree || $1.deadline < now ? 0 : 1) }
        // A table of the right size without expired entries is unchanged.
        guard remaining < before || isFull else { return 0 }
        slots = [Entry](repeating: .free, count: max(16, remaining * 3 / 2))
        count = 0
        for entry in old where !entry.isFree {
            if entry.deadline < now { removed(entry.owner) } else { insert(entry) }
        }
        return before - count
    }

    /// Returns the slot that has a fingerprint, or the free slot for it.
    private func slot(of fingerprint: UInt64) -> Int {
        var slot = Int(fingerprint.multipliedFullWidth(by: UInt64(slots.count)).high)
        while !slots[slot].isFree, slots[slot].fingerprint != fingerprint {
            slot = slot + 1 == slots.count ? 0 : slot + 1
        }
        return slot
    }
}

/// The number of entries of each owner, in memory that does not depend on the number of owners.
///
/// Each owner has two counters, and the smaller one counts; two owners share both counters with a probability of one in
/// 268 million, and in that case they have a common share.
struct OwnerCounts {
    private static let size = 16_384

    private var counters: [UInt32] = []

    /// Returns the number of entries of an owner, or a little more.
    func count(of owner: UInt32) -> Int {
        guard !counters.isEmpty else { return 0 }
        let (first, second) = Self.indices(owner)
        return Int(min(counters[first], counters[second]))
    }

    mutating func add(_ owner: UInt32) {
        if counters.isEmpty { counters = [UInt32](repeating: 0, count: 2 * Self.size) }
        let (first, second) = Self.indices(owner)
        counters[first] += 1
        counters[second] += 1
    }

    mutating func remove(_ owner: UInt32) {
        let (first, second) = Self.indices(owner)
        counters[first] -= 1
        counters[second] -= 1
    }

    private static func indices(_ owner: UInt32) -> (Int, Int) {
        (Int(owner) % size, size + Int(owner >> 16) % size)
    }
}
