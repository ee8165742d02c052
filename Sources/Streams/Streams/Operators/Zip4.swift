extension Publisher {
    /// Passes on tuples of the first values of all, the second values of all, and so on.
    ///
    /// - Parameters:
    ///   - b: Another publisher.
    ///   - c: Another publisher.
    ///   - d: Another publisher.
    /// - Returns: A publisher that finishes when no further tuple can come, and fails when one fails.
    @inlinable @inline(__always)
    public func zip<B: Publisher, C: Publisher, D: Publisher>(_ b: B, _ c: C, _ d: D) -> Publishers.Zip4<Self, B, C, D>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.Zip4(self, b, c, d)
    }

    /// Passes on what a closure makes of such tuples.
    ///
    /// - Parameters:
    ///   - b: Another publisher.
    ///   - c: Another publisher.
    ///   - d: Another publisher.
    ///   - transform: Makes something of a value of each.
    /// - Returns: A publisher that finishes when no further tuple can come, and fails when one fails.
    @preconcurrency @inlinable @inline(__always)
    public func zip<B: Publisher, C: Publisher, D: Publisher, T: Sendable>(
        _ b: B, _ c: C, _ d: D, _ transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, B, C, D>, T>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        zip(b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

extension Publishers {
    /// The publisher behind `zip(_:_:_:)`.
    @frozen
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// A value of each.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        /// The failure of all.
        public typealias Failure = A.Failure

        /// One of the publishers.
        public let a: A
        /// One of the publishers.
        public let b: B
        /// One of the publishers.
        public let c: C
        /// One of the publishers.
        public let d: D

        /// Puts publishers together.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches `subscriber` to all of them, in their order.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let join = Join<Row, S>(downstream: subscriber, count: 4)
            subscriber.receive(subscription: join)
            join.attach(a, 0) { $0.a.append($1) }
            join.attach(b, 1) { $0.b.append($1) }
            join.attach(c, 2) { $0.c.append($1) }
            join.attach(d, 3) { $0.d.append($1) }
        }
    }
}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publishers.Zip4 {
    @usableFromInline
    @frozen
    struct Row: JoinRow {
        @usableFromInline var a = Queue<A.Output>()
        @usableFromInline var b = Queue<B.Output>()
        @usableFromInline var c = Queue<C.Output>()
        @usableFromInline var d = Queue<D.Output>()

        @inlinable @inline(__always)
        init() {}

        @inlinable static var keepsLatestOnly: Bool { false }

        @inlinable var isComplete: Bool { !a.isEmpty && !b.isEmpty && !c.isEmpty && !d.isEmpty }

        @inlinable @inline(__always)
        mutating func next() -> (A.Output, B.Output, C.Output, D.Output)? {
            guard isComplete, let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst(), let d = d.popFirst()
            else { return nil }
            return (a, b, c, d)
        }

        /// It is over when one that has finished has nothing left.
        @inlinable
        func isOver(_ finished: UInt8, of count: Int) -> Bool {
            finished != 0
                && (finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty || finished & 4 != 0 && c.isEmpty
                    || finished & 8 != 0 && d.isEmpty)
        }
    }
}
