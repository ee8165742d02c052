extension Publisher {
    /// Passes on tuples of the first values of all, the second values of all, and so on.
    ///
    /// ![A marble diagram of zip.](zip)
    ///
    /// - Parameter b: Another publisher.
    /// - Returns: A publisher that finishes when no further tuple can come, and fails when one fails.
    /// - Complexity: O(*n*) memory in the number of values by which one publisher is ahead of the other.
    @inlinable @inline(__always)
    public func zip<B: Publisher>(_ b: B) -> Publishers.Zip<Self, B>
    where B.Failure == Failure {
        Publishers.Zip(self, b)
    }

    /// Passes on what a closure makes of such tuples.
    ///
    /// - Parameters:
    ///   - b: Another publisher.
    ///   - transform: Makes something of a value of each.
    /// - Returns: A publisher that finishes when no further tuple can come, and fails when one fails.
    @preconcurrency @inlinable @inline(__always)
    public func zip<B: Publisher, T: Sendable>(
        _ b: B, _ transform: @escaping @Sendable (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, B>, T>
    where B.Failure == Failure {
        zip(b).map { transform($0.0, $0.1) }
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/zip(_:)``.
    @frozen
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// A value of each.
        public typealias Output = (A.Output, B.Output)
        /// The failure of all.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B

        /// Puts publishers together.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches `subscriber` to all of them, in their order.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let join = Join<Row, S>(downstream: subscriber, count: 2)
            subscriber.receive(subscription: join)
            join.attach(a, 0) { $0.a.append($1) }
            join.attach(b, 1) { $0.b.append($1) }
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publishers.Zip {
    @usableFromInline
    @frozen
    struct Row: JoinRow {
        @usableFromInline var a = Queue<A.Output>()
        @usableFromInline var b = Queue<B.Output>()

        @inlinable @inline(__always)
        init() {}

        @inlinable static var keepsLatestOnly: Bool { false }

        @inlinable var isComplete: Bool { !a.isEmpty && !b.isEmpty }

        @inlinable @inline(__always)
        mutating func next() -> (A.Output, B.Output)? {
            guard isComplete, let a = a.popFirst(), let b = b.popFirst() else { return nil }
            return (a, b)
        }

        /// It is over when one that has finished has nothing left.
        @inlinable
        func isOver(_ finished: UInt8, of count: Int) -> Bool {
            finished != 0
                && (finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty)
        }
    }
}
