public import Synchronization

extension Publishers {
    /// A publisher of the values of any number of publishers of one type, in the order of their arrival.
    ///
    /// It finishes when all publishers have finished, and fails as soon as one fails.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The merged publishers.
        public let publishers: [Upstream]

        /// Creates a publisher of the values of the given publishers.
        ///
        /// - Parameter upstream: The publishers to merge; without publishers, the result finishes immediately.
        @_alwaysEmitIntoClient
        public init(_ upstream: Upstream...) { publishers = upstream }

        /// Creates a publisher of the values of a sequence of publishers.
        ///
        /// - Parameter upstream: The publishers to merge; if the sequence is empty, the result finishes immediately.
        @_alwaysEmitIntoClient
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }

        /// Attaches `subscriber` to the publishers, in order; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(downstream: AnySubscriber(subscriber).box, sources: publishers.count)
            merger.begin()
            for publisher in publishers { merger.attach(publisher) }
            if publishers.isEmpty { merger.finish(nil) }
        }

        /// Adds a publisher to the merged publishers.
        ///
        /// - Parameter other: The publisher to add.
        /// - Returns: A publisher of the values of all publishers.
        @_alwaysEmitIntoClient
        public func merge(with other: Upstream) -> MergeMany<Upstream> { MergeMany(publishers + [other]) }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

/// The merge coordinator of a fixed number of publishers.
@usableFromInline
final class Merger<Output: Sendable, Failure: Error>: MergeCoordinator<Output, Failure>,
    @unchecked Sendable  // adds one `Atomic`
{
    /// The number of publishers that have not finished.
    @usableFromInline let running: Atomic<Int>

    @usableFromInline override var description: String { "Merge" }

    @_alwaysEmitIntoClient @inline(__always)
    init(downstream: AnySubscriberBox<Output, Failure>, sources: Int) {
        running = Atomic(sources)
        super.init(downstream: downstream)
    }

    /// Removes a finished publisher, and completes after the last one.
    @usableFromInline override func left() {
        if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finish(nil) }
    }
}
