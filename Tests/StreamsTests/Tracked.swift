import Synchronization

/// A count of live objects: create one `Life` for each object that must be deallocated.
final class LifetimeCounter: Sendable {
    private let count = Atomic(0)
    var living: Int { count.load(ordering: .sequentiallyConsistent) }

    func life() -> Life { Life(self) }

    final class Life: Sendable {
        private let lifetimes: LifetimeCounter
        fileprivate init(_ lifetimes: LifetimeCounter) {
            self.lifetimes = lifetimes
            lifetimes.count.wrappingAdd(1, ordering: .sequentiallyConsistent)
        }
        deinit { lifetimes.count.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        func touch() {}
    }
}
