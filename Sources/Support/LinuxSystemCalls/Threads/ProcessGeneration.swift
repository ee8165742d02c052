import Glibc
import Synchronization

/// Which process this is, counted in forks: what belongs to threads of the parent is of no use in a child.
package enum ProcessGeneration {
    private static let forks = Atomic<Int>(0)
    private static let isWatching: Bool = {
        pthread_atfork(nil, nil) { ProcessGeneration.forks.add(1, ordering: .relaxed) }
        return true
    }()

    /// A number that is another one in a forked child.
    package static var current: Int { isWatching ? forks.load(ordering: .relaxed) : 0 }
}
