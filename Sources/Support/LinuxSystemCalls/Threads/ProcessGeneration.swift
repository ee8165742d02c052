import LinuxCLibrary
import Synchronization

/// The number of forks that led to this process: resources that depend on threads of the parent are useless in a child.
package enum ProcessGeneration {
    private static let forks = Atomic<Int>(0)
    private static let isWatching: Bool = {
        pthread_atfork(nil, nil) { ProcessGeneration.forks.add(1, ordering: .relaxed) }
        return true
    }()

    /// The current number; it differs between a parent and its forked child.
    package static var current: Int { isWatching ? forks.load(ordering: .relaxed) : 0 }
}
