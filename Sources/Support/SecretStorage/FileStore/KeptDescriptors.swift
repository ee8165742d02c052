import LinuxSystemCalls
import Synchronization

/// Descriptors of one kind that stay open between calls: at most a quarter of those that the process may have.
///
/// The rest is left for connections, and for the files that are open during a call.
///
/// - SeeAlso: `RLIMIT_NOFILE` in [getrlimit(2)](https://man7.org/linux/man-pages/man2/getrlimit.2.html)
final class KeptDescriptors: Sendable {
    /// Files of secrets; a secret without one is read again at each use.
    static let secrets = KeptDescriptors()
    /// Locks of renewals in progress; further renewals wait.
    static let renewalLocks = KeptDescriptors()

    private let count = Atomic<UInt64>(0)

    /// Counts one more descriptor, unless there are too many.
    ///
    /// - Returns: Whether the descriptor may stay open; one of each kind always may.
    func add() -> Bool {
        let count = count.add(1, ordering: .relaxed).newValue
        if count == 1 || count <= OpenFile.limit / 4 { return true }
        remove()
        return false
    }

    /// Counts one descriptor less, which was closed.
    func remove() { count.subtract(1, ordering: .relaxed) }
}
