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
        let sender: Int
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The number of entries of each sender, by the hash of its name.
        var counts: [Int: Int] = [:]
        var nextSweep = Int.min

        mutating func remove(_ id: String) {
            guard let entry = entries.removeValue(forKey: id) else { return }
            counts[entry.sender] = counts[entry.sender].flatMap { $0 > 1 ? $0 - 1 : nil }
        }

        mutating func sweep(at now: Int) {
            entries = entries.filter { $0.value.expiry >= now }
            counts = entries.values.reduce(into: [:]) { $0[$1.sender, default: 0] += 1 }
            nextSweep = now + MemoryReplayStore.secondsBetweenSweeps
        }
    }

    private static let secondsBetweenSweeps = 30

    private let capacity: Int
    private let clock: TimeSource
    private let state = Mutex(State())

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of entries; 100,000 by default, which take about 15 MB. One sender may use a
    ///     quarter of them, so that it cannot lock out the others.
    ///   - clock: The source of the current time.
    public init(capacity: Int = 100_000, clock: TimeSource = .system) {
        (self.capacity, self.clock) = (capacity, clock)
    }

    /// Inserts an entry unless the store contains its identifier, without waiting.
    ///
    /// - Parameter entry: The entry.
    /// - Returns: `true` if the entry was inserted; `false` if the store contains its identifier.
    /// - Throws: ``Full`` if the store, or the sender's share of it, is full.
    public func insert(_ entry: ReplayEntry) async throws -> Bool {
        let now = clock.secondsSince1970
        let (sender, share) = (entry.sender.hashValue, (capacity + 3) / 4)
        let expiry = entry.expiry.clampedSeconds
        let isInserted = state.withLock { state -> Bool? in
            // The second condition holds after the clock was set back.
            if now >= state.nextSweep || state.nextSweep > now + Self.secondsBetweenSweeps { state.sweep(at: now) }
            if let known = state.entries[entry.id] {
                guard known.expiry < now else { return false }
                state.remove(entry.id)
            }
            guard state.entries.count < capacity, state.counts[sender, default: 0] < share else { return nil }
            state.entries[entry.id] = Entry(expiry: expiry, sender: sender)
            state.counts[sender, default: 0] += 1
            return true
        }
        guard let isInserted else { throw Full() }
        return isInserted
    }
}
