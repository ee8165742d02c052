import Synchronization

extension RenewalState {
    /// The renewal of another process, which may still receive its answer.
    package struct ForeignMark: Sendable {
        /// The number of the renewal.
        package let id: UInt64
        /// The time at which it was first seen. No request lasts longer than ``Rules/longestRequest``.
        package let first: Duration
        /// The time for which its lock was found free: at most ``Rules/longestLook`` for a pause between two checks.
        package var free = Duration.zero
        /// Whether the lock was free at the latest attempt to take it.
        package var isFree = true
        /// The end of the latest check.
        package var seen: Duration
    }
}

/// The times at which this process first saw the marks of renewals: a program may create a manager for each request,
/// and each call may end before a renewal of another process counts as over.
enum SeenMarks {
    /// About 3 MiB, after an outage in which as many renewals of other processes were interrupted.
    private static let maximum = 65_536
    private static let times = Mutex<[UInt64: Duration]>([:])

    /// Returns the time at which a mark was first seen: `now` for a new mark.
    static func first(_ mark: UInt64, at now: Duration) -> Duration {
        times.withLock { times in
            if let first = times[mark], first <= now { return first }
            if times.count >= maximum { times = times.filter { now - $0.value < RenewalState.Rules.longestRequest } }
            if times.count >= maximum { times = [:] }
            times[mark] = now
            return now
        }
    }
}
