public import Synchronization

extension Publishers {
    /// Passes on the values of any number of publishers as they come.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The values of all.
        public typealias Output = Upstream.Output
        /// The failure of all.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Merges publishers.
        @inlinable
        public init(_ upstream: Upstream...) { publishers = upstream }

        /// Merges publishers.
        ///
        /// - Parameter upstream: The publishers; none finish at once.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }

        /// Attaches `subscriber` to all of them, in their order.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(downstream: subscriber, sources: publishers.count)
            merger.begin()
            for publisher in publishers { merger.attach(publisher) }
            if publishers.isEmpty { merger.finish(.finished) }
        }

        /// Merges one more publisher.
        ///
        /// - Parameter other: The publisher.
        /// - Returns: A publisher of the values of all.
        @inlinable
        public func merge(with other: Upstream) -> MergeMany<Upstream> { MergeMany(publishers + [other]) }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

/// Lets a fixed number of publishers flow together.
@usableFromInline
final class Merger<Downstream: Subscriber>: MergeCoordinator<Downstream>, @unchecked Sendable {  // as its base
    @usableFromInline let running: Atomic<Int>

    @usableFromInline override var description: String { "Merge" }

    @inlinable @inline(__always)
    init(downstream: Downstream, sources: Int) {
        running = Atomic(sources)
        super.init(
            downstream: downstream,
            left: { unsafeDowncast($0, to: Merger<Downstream>.self).leave($1) },
            stopped: { _ in })
    }

    @inlinable @inline(__always)
    func attach<P: Publisher>(_ publisher: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        if let member = join() { publisher.receive(subscriber: member) }
    }

    @inlinable
    func leave(_ member: Member) {
        members.withLock { $0.remove(member) }
        if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finish(.finished) }
    }
}
