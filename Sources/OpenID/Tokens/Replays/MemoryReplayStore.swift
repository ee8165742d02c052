import Synchronization

/// A bounded replay store in the memory of one process.
///
/// All copies of the verifiers that were created with the same store share it. Other processes do not.
public final class MemoryReplayStore: ReplayStore {
    /// The error of a full store: more tokens arrived than it can remember, so that it cannot detect a replay.
    public struct Full: Error, Equatable {}

    private struct Entry {
        /// The second since 1970 until which the entry is remembered.
        let expiry: Int
        /// The hashes of the sender and of its account.
        let owners: Owners
    }

    private struct Owners {
        let sender: Int
        let account: Int?

        init(of entry: ReplayEntry) {
            sender = entry.sender.hashValue
            account = entry.account?.hashValue
        }

        func forEach(_ body: (Int) -> Void) {
            body(sender)
            // An account with the hash of its sender counts once.
            if let account, account != sender { body(account) }
        }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The number of entries of each sender and each account, by the hash of its name.
        var counts: [Int: Int] = [:]
        var lastSweep: Int?

        mutating func remove(_ id: String) {
            guard let entry = entries.removeValue(forKey: id) else { return }
            entry.owners.forEach { counts[$0] = counts[$0].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }

        mutating func insert(_ id: String, _ entry: Entry) {
            entries[id] = entry
            entry.owners.forEach { counts[$0, default: 0] += 1 }
        }

        mutating func sweep(at now: Int) {
            entries = entries.filter { $0.value.expiry >= now }
            counts = [:]
            for entry in entries.values { entry.owners.forEach { counts[$0, default: 0] += 1 } }
            lastSweep = now
        }

        func hasRoom(for owners: Owners, _ capacity: Int) -> Bool {
            var isWithinShare = true
            let share = (capacity + MemoryReplayStore.shares - 1) / MemoryReplayStore.shares
            owners.forEach { isWithinShare = isWithinShare && counts[$0, default: 0] < share }
            return isWithinShare && entries.count < capacity
        }
    }

    private static let shares = 16
    private static let secondsBetweenSweeps = 30

    private let capacity: Int
    private let clock: TimeSource
    private let state = Mutex(State())

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of entries; 100,000 by default, which take about 15 MB. One sender, and one account
    ///     with all its keys, may use a sixteenth of them, so that it cannot lock out the others.
    ///   - clock: The source of the current time.
    public init(capacity: Int = 100_000, clock: TimeSource = .system) {
        (self.capacity, self.clock) = (capacity, clock)
    }

    /// Inserts an entry unless the store contains its identifier, without waiting.
    ///
    /// - Parameter entry: The entry.
    /// - Returns: `true` if the entry was inserted; `false` if the store contains its identifier.
    /// - Throws: ``Full`` if the store, or the share of the sender or its account, is full.
    public func insert(_ entry: ReplayEntry) async throws -> Bool {
        let now = clock.secondsSince1970
        let new = Entry(expiry: entry.expiry.clampedSeconds, owners: Owners(of: entry))
        let isInserted = state.withLock { state -> Bool? in
            // After the clock was set back, the last sweep is later than now.
            let isDue = state.lastSweep.map { now < $0 || now - $0 >= Self.secondsBetweenSweeps } ?? true
            if isDue { state.sweep(at: now) }
            if let known = state.entries[entry.id] {
                guard known.expiry < now else { return false }
                state.remove(entry.id)
            }
            // Once a second, so that a flood of refused entries costs no more.
            if !state.hasRoom(for: new.owners, capacity), state.lastSweep != now { state.sweep(at: now) }
            guard state.hasRoom(for: new.owners, capacity) else { return nil }
            state.insert(entry.id, new)
            return true
        }
        guard let isInserted else { throw Full() }
        return isInserted
    }
}
