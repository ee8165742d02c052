import LinuxSystemCalls
import Synchronization

/// The right of one login to renew, to the end of the object's lifetime.
///
/// The logins of a process get it in the order of their requests, see ``limit``.
///
/// - SeeAlso: `RLIMIT_NOFILE` in [getrlimit(2)](https://man7.org/linux/man-pages/man2/getrlimit.2.html)
final class RenewalTurn: Sendable {
    private struct Queue: Sendable {
        var active: UInt64 = 0
        var waiting: [Int: @Sendable (RenewalTurn) -> Void] = [:]
        /// The numbers of the first waiting request, and of the next one.
        var (first, next) = (0, 0)
        /// A forked child has none of the turns, and the waiting logins are its parent's.
        var process = ProcessGeneration.current
    }

    private static let queue = Mutex(Queue())

    private let process = ProcessGeneration.current

    /// The maximum number of renewals at the same time.
    ///
    /// A quarter of the descriptors that the process may have, because the lock of a renewal may be an open file. At
    /// most 512, twice the connections of a transport to one provider, because the lock of a renewal that waits for a
    /// connection may take an entry of a database's lock table, which all clients of the server share.
    static var limit: UInt64 { min(512, max(1, OpenFile.limit / 4)) }

    private init() {}

    /// Requests a turn. Without one now, `begin` is called with it later, on the thread that has ended its own.
    static func request(_ begin: @escaping @Sendable (RenewalTurn) -> Void) -> (turn: RenewalTurn?, number: Int) {
        queue.withLock { queue in
            if queue.process != ProcessGeneration.current { queue = Queue() }
            if queue.active < limit {
                queue.active += 1
                return (RenewalTurn(), queue.next)
            }
            defer { queue.next += 1 }
            queue.waiting[queue.next] = begin
            return (nil, queue.next)
        }
    }

    /// Withdraws a request, and returns whether it still waited.
    static func withdraw(_ number: Int) -> Bool {
        queue.withLock { $0.waiting.removeValue(forKey: number) } != nil
    }

    deinit {
        let begin = Self.queue.withLock { queue -> (@Sendable (RenewalTurn) -> Void)? in
            guard process.isCurrent, queue.process == process else { return nil }
            while queue.first < queue.next {
                defer { queue.first += 1 }
                if let begin = queue.waiting.removeValue(forKey: queue.first) { return begin }
            }
            queue.active -= 1
            return nil
        }
        begin?(RenewalTurn())
    }
}
