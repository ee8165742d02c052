import Synchronization

/// A count of live objects: create one `Life` for each object that must be deallocated.
final class Census: Sendable {
    private let count = Atomic(0)
    var living: Int { count.load(ordering: .sequentiallyConsistent) }

    func life() -> Life { Life(self) }

    final class Life: Sendable {
        private let census: Census
        fileprivate init(_ census: Census) {
            self.census = census
            census.count.wrappingAdd(1, ordering: .sequentiallyConsistent)
        }
        deinit { census.count.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        func touch() {}
    }
}
