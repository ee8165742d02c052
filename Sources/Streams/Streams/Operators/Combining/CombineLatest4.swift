// Written by scripts/arities: change the script, and run it.

extension Publisher {
    /// Publishes a tuple of the latest values of this publisher and three others whenever one publishes a value.
    ///
    /// The first tuple is published when all publishers have published a value.
    ///
    /// ```swift
    /// _ = Just("a")
    ///     .combineLatest(Just(1), Just(2.5), Just(true))
    ///     .sink { print($0, $1, $2, $3) }
    /// // prints a 1 2.5 true
    /// ```
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) memory: only the latest value of each publisher is kept.
    @_alwaysEmitIntoClient @inline(__always)
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(_ b: B, _ c: C, _ d: D)
        -> Publishers.CombineLatest4<Self, B, C, D>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.CombineLatest4(self, b, c, d)
    }

    /// Transforms the latest values of four publishers with a closure whenever one of them publishes a value.
    ///
    /// The first result is published when all publishers have published a value.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - transform: A closure that returns the value to publish for the latest values of all.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) memory: only the latest value of each publisher is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher, T: Sendable>(
        _ b: B, _ c: C, _ d: D, _ transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, B, C, D>, T>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        combineLatest(b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

extension Publishers {
    /// The publisher behind `combineLatest(_:_:_:)`.
    @frozen
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// The type of the published values.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C
        /// The fourth publisher.
        public let d: D

        /// Creates the publisher behind `combineLatest(_:_:_:)`, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches `subscriber` to the publishers, in order; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let join = Join<Row, S>(downstream: subscriber, count: 4)
            subscriber.receive(subscription: join)
            join.attach(a, 0) { $0.a = $1 }
            join.attach(b, 1) { $0.b = $1 }
            join.attach(c, 2) { $0.c = $1 }
            join.attach(d, 3) { $0.d = $1 }
        }
    }
}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publishers.CombineLatest4 {
    /// The latest value of each publisher.
    @usableFromInline @frozen
    struct Row: JoinRow {
        @usableFromInline var a: A.Output?
        @usableFromInline var b: B.Output?
        @usableFromInline var c: C.Output?
        @usableFromInline var d: D.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init() {}

        @_alwaysEmitIntoClient static var keepsLatestOnly: Bool { true }

        @_alwaysEmitIntoClient var isComplete: Bool { a != nil && b != nil && c != nil && d != nil }

        @_alwaysEmitIntoClient @inline(__always)
        mutating func next() -> (A.Output, B.Output, C.Output, D.Output)? {
            guard let a, let b, let c, let d else { return nil }
            return (a, b, c, d)
        }

        @_alwaysEmitIntoClient func isOver(_ finished: UInt8, of count: Int) -> Bool {
            finished == (1 << UInt8(count)) - 1
        }
    }
}
