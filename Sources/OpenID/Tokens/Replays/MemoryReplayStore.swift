import Synchronization

/// A bounded replay store in the memory of one process.
///
/// All copies of the verifiers that were created with the same store share it. Other processes do not. An entry takes
/// 16 bytes of a table that is at least two thirds full, and expires by the monotonic clock, so that changes of the
/// system time make no proof valid again.
///
/// With its defaults and those of ``DPoPProofVerifier`` it accepts 1,000 proofs a second of each key or account, and
/// 16,000 a second in all, in at most 32 MiB; a server above these rates, or with several processes, needs its own
/// ``ReplayStore``.
public final class MemoryReplayStore: ReplayStore {
    /// The error of a full store: more tokens arrived than it can remember, so that it cannot detect a replay.
    public struct Full: Error, Equatable {}

    private let capacity: Int
    private let clock: TimeSource
    private let table = Mutex(ReplayTable())

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of entries; 1,048,576 by default, which take at most 25 MiB. One account with
    ///     all its keys, or one sender without an account, may use a sixteenth of them, so that it cannot exclude other
    ///     senders.
    ///   - clock: The source of the current time.
    public init(capacity: Int = 1_048_576, clock: TimeSource = .system) {
        (self.capacity, self.clock) = (capacity, clock)
    }

    /// Inserts an entry unless the store contains its identifier, without waiting.
    ///
    /// - Parameter entry: The entry.
    /// - Returns: `true` if the entry was inserted; `false` if the store contains its identifier.
    /// - Throws: ``Full`` if the store, or the share of the account or the sender, is full.
    public func insert(_ entry: ReplayEntry) async throws -> Bool {
        let (now, uptime) = (clock.secondsSince1970, clock.uptime.components.seconds)
        let lifetime = max(0, entry.localExpiry.clampedSeconds - now)
        // Hasher is seeded for each process, so a client cannot cause collisions.
        let (id, owner) = (entry.id.hashValue, (entry.account ?? entry.sender).hashValue)
        let isInserted = table.withLock { table in
            table.insert(
                UInt64(bitPattern: Int64(id)), of: UInt32(truncatingIfNeeded: owner), for: lifetime, at: uptime,
                capacity)
        }
        guard let isInserted else { throw Full() }
        return isInserted
    }
}
