import LinuxSystemCalls
import Synchronization

/// The versions of secrets that were read and may be used again, as far as the server has announced changes.
final class ChangeTracker: Sendable {
    /// The last announced version of a row.
    fileprivate final class Announced: Sendable {
        static let nothing: Int64 = -1
        let version = Atomic(nothing)
    }
    private struct Entry {
        let announced = Announced()
        var readers = 0
    }

    private let entries = Mutex<[[UInt8]: Entry]>([:])
    private let session = Atomic(0)
    private let created = ContinuousClock.now
    /// The end of the last confirmation, in nanoseconds since `created`; the time of a suspended machine counts.
    private let validUntil = Atomic<UInt64>(0)
    private let process = ProcessGeneration.current

    /// Starts tracking rows that are read from now on, because every announcement arrives from now on.
    func begin() {
        session.add(1, ordering: .sequentiallyConsistent)
        entries.withLock { entries in
            for entry in entries.values {
                entry.announced.version.store(Announced.nothing, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// Records that the server answered, so that no announcement from before the query is missing.
    func confirm(until limit: ContinuousClock.Instant) {
        validUntil.store(created.duration(to: limit).wholeNanoseconds, ordering: .sequentiallyConsistent)
    }

    /// Stops tracking, because announcements may be lost. Rows that were read before never become current again.
    func end() {
        session.add(1, ordering: .sequentiallyConsistent)
        validUntil.store(0, ordering: .sequentiallyConsistent)
    }

    /// Whether the server has answered recently; `false` in a forked child, which does not listen.
    var isConfirmed: Bool {
        created.duration(to: .now).wholeNanoseconds < validUntil.load(ordering: .sequentiallyConsistent)
            && process.isCurrent
    }

    /// Records a change that the server has announced; the version of a removal is 0.
    func note(_ id: [UInt8], version: Int64) {
        entries.withLock { $0[id]?.announced.version.store(version, ordering: .sequentiallyConsistent) }
    }

    /// Records a change by this process before its announcement arrives; `previous` is the result of ``announced(_:)``
    /// before the change.
    ///
    /// If another change was announced while this one was made, the order of the two is unknown, and the announcements
    /// decide.
    func noteOwn(_ id: [UInt8], version: Int64, after previous: Int64) {
        entries.withLock { entries in
            _ = entries[id]?.announced.version.compareExchange(
                expected: previous, desired: version, ordering: .sequentiallyConsistent)
        }
    }

    /// Returns the last announced version of a row: 0 for a removal, or a special value for none.
    func announced(_ id: [UInt8]) -> Int64 {
        entries.withLock { $0[id]?.announced.version.load(ordering: .sequentiallyConsistent) } ?? Announced.nothing
    }

    /// Tracks the changes of a row, which must be read afterwards, during the lifetime of the returned object.
    func track(_ id: [UInt8]) -> Tracking {
        let current = session.load(ordering: .sequentiallyConsistent)
        let announced = entries.withLock { entries in
            entries[id, default: Entry()].readers += 1
            return entries[id]?.announced
        }
        return Tracking(id: id, session: current, announced: announced, tracker: self)
    }

    private func untrack(_ id: [UInt8]) {
        entries.withLock { entries in
            guard var entry = entries[id] else { return }
            entry.readers -= 1
            entries[id] = entry.readers > 0 ? entry : nil
        }
    }

    /// A row whose changes are tracked.
    final class Tracking: Sendable {
        private let id: [UInt8]
        private let session: Int
        private let announced: Announced?
        private let tracker: ChangeTracker

        fileprivate init(id: [UInt8], session: Int, announced: Announced?, tracker: ChangeTracker) {
            (self.id, self.session, self.announced, self.tracker) = (id, session, announced, tracker)
        }

        deinit { tracker.untrack(id) }

        /// Whether a version, read after the tracking began, is the stored one; `false` when in doubt.
        func isCurrent(_ version: Int64) -> Bool {
            guard tracker.isConfirmed, let latest = announced?.version.load(ordering: .sequentiallyConsistent)
            else { return false }
            // Compared last: a new session may have reset the announced version.
            return (latest == version || latest == Announced.nothing)
                && tracker.session.load(ordering: .sequentiallyConsistent) == session
        }
    }
}
