// Written by scripts/arities: change the script, and run it.

extension Publisher {
    /// Combines the values of three publishers into tuples by position: the first values, the second values, and so on.
    ///
    /// ```swift
    /// _ = ["a", "b"].publisher
    ///     .zip([1, 2].publisher, [true, false].publisher)
    ///     .sink { print($0, $1, $2) }
    /// // prints a 1 true, b 2 false
    /// ```
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    /// - Returns: A publisher of tuples. It finishes when a publisher that has finished has no values left, and fails
    ///   when any publisher fails.
    /// - Complexity: O(*n*) memory in the number of values by which one publisher is ahead of another.
    @_alwaysEmitIntoClient @inline(__always)
    public func zip<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> Publishers.Zip3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.Zip3(self, b, c)
    }

    /// Combines the values of three publishers by position, and transforms each combination with a closure.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - transform: The closure that transforms one value of each publisher.
    /// - Returns: A publisher of the results. It finishes when a publisher that has finished has no values left, and
    ///   fails when any publisher fails.
    /// - Complexity: O(*n*) memory in the number of values by which one publisher is ahead of another.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func zip<B: Publisher, C: Publisher, T: Sendable>(
        _ b: B, _ c: C, _ transform: @escaping @Sendable (Output, B.Output, C.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, B, C>, T>
    where B.Failure == Failure, C.Failure == Failure {
        zip(b, c).map { transform($0.0, $0.1, $0.2) }
    }
}

extension Publishers {
    /// The publisher behind `zip(_:_:)`.
    @frozen
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// The type of the published values.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Creates the publisher behind `zip(_:_:)`, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches `subscriber` to the publishers, in order; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let join = Join<Row, S>(downstream: subscriber, count: 3)
            subscriber.receive(subscription: join)
            join.attach(a, 0) { $0.a.append($1) }
            join.attach(b, 1) { $0.b.append($1) }
            join.attach(c, 2) { $0.c.append($1) }
        }
    }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.Zip3 {
    /// The values of each publisher that wait for values of the other publishers.
    @usableFromInline @frozen
    struct Row: JoinRow {
        @usableFromInline var a = Queue<A.Output>()
        @usableFromInline var b = Queue<B.Output>()
        @usableFromInline var c = Queue<C.Output>()

        @_alwaysEmitIntoClient @inline(__always)
        init() {}

        @_alwaysEmitIntoClient static var keepsLatestOnly: Bool { false }

        @_alwaysEmitIntoClient var isComplete: Bool { !a.isEmpty && !b.isEmpty && !c.isEmpty }

        @_alwaysEmitIntoClient @inline(__always)
        mutating func next() -> (A.Output, B.Output, C.Output)? {
            guard isComplete, let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst() else { return nil }
            return (a, b, c)
        }

        @_alwaysEmitIntoClient func isOver(_ finished: UInt8, of count: Int) -> Bool {
            finished != 0
                && (finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty || finished & 4 != 0 && c.isEmpty)
        }
    }
}
