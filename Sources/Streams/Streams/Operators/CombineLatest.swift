extension Publisher {
    /// Passes on a tuple of the latest values of all whenever one gives a value, once all have.
    ///
    /// ![A marble diagram of combineLatest.](combineLatest)
    ///
    /// - Parameter b: Another publisher.
    /// - Returns: A publisher that finishes when all have, and fails when one fails.
    /// - Complexity: O(1) memory: the latest value of each is kept.
    @inlinable @inline(__always)
    public func combineLatest<B: Publisher>(_ b: B) -> Publishers.CombineLatest<Self, B>
    where B.Failure == Failure {
        Publishers.CombineLatest(self, b)
    }

    /// Passes on what a closure makes of such tuples.
    ///
    /// - Parameters:
    ///   - b: Another publisher.
    ///   - transform: Makes something of a value of each.
    /// - Returns: A publisher that finishes when all have, and fails when one fails.
    @preconcurrency @inlinable @inline(__always)
    public func combineLatest<B: Publisher, T: Sendable>(
        _ b: B, _ transform: @escaping @Sendable (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, B>, T>
    where B.Failure == Failure {
        combineLatest(b).map { transform($0.0, $0.1) }
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/combineLatest(_:)``.
    @frozen
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
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
            join.attach(a, 0) { $0.a = $1 }
            join.attach(b, 1) { $0.b = $1 }
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publishers.CombineLatest {
    @usableFromInline
    @frozen
    struct Row: JoinRow {
        @usableFromInline var a: A.Output?
        @usableFromInline var b: B.Output?

        @inlinable @inline(__always)
        init() {}

        @inlinable static var keepsLatestOnly: Bool { true }

        @inlinable var isComplete: Bool { a != nil && b != nil }

        @inlinable @inline(__always)
        mutating func next() -> (A.Output, B.Output)? {
            guard let a, let b else { return nil }
            return (a, b)
        }

        /// It is over when all have finished.
        @inlinable
        func isOver(_ finished: UInt8, of count: Int) -> Bool { finished == (1 << UInt8(count)) - 1 }
    }
}
