import LinuxSystemCalls
import Synchronization

/// The files of secrets that stay open between calls: at most a quarter of the descriptors that the process may have. A
/// secret without one is read again at each use.
///
/// The rest is left for renewals, connections, and the files that are open during a call.
///
/// - SeeAlso: `RLIMIT_NOFILE` in [getrlimit(2)](https://man7.org/linux/man-pages/man2/getrlimit.2.html)
enum KeptDescriptors {
    private static let count = Atomic<UInt64>(0)

    /// Counts one more descriptor, unless there are too many.
    ///
    /// - Returns: Whether the descriptor may stay open; the only one always may.
    static func add() -> Bool {
        let count = count.add(1, ordering: .relaxed).newValue
        if count == 1 || count <= OpenFile.limit / 4 { return true }
        remove()
        return false
    }

    /// Counts one descriptor less, which was closed.
    static func remove() { count.subtract(1, ordering: .relaxed) }
}
