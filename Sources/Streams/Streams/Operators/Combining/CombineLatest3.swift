// Written by scripts/arities: change the script, and run it.

extension Publisher {
    /// Publishes a tuple of the latest values of this publisher and two others whenever one publishes a value.
    ///
    /// The first tuple is published when all publishers have published a value.
    ///
    /// ```swift
    /// _ = Just("a")
    ///     .combineLatest(Just(1), [true, false].publisher)
    ///     .sink { print($0, $1, $2) }
    /// // prints a 1 true, a 1 false
    /// ```
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) memory: only the latest value of each publisher is kept.
    @_alwaysEmitIntoClient @inline(__always)
    public func combineLatest<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> Publishers.CombineLatest3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(self, b, c)
    }

    /// Transforms the latest values of three publishers with a closure whenever one of them publishes a value.
    ///
    /// The first result is published when all publishers have published a value.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - transform: A closure that returns the value to publish for the latest values of all.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) memory: only the latest value of each publisher is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func combineLatest<B: Publisher, C: Publisher, T: Sendable>(
        _ b: B, _ c: C, _ transform: @escaping @Sendable (Output, B.Output, C.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, B, C>, T>
    where B.Failure == Failure, C.Failure == Failure {
        combineLatest(b, c).map { transform($0.0, $0.1, $0.2) }
    }
}

extension Publishers {
    /// The publisher behind `combineLatest(_:_:)`.
    @frozen
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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

        /// Creates the publisher behind `combineLatest(_:_:)`, whose parameters are the same.
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
            join.attach(a, 0) { $0.a = $1 }
            join.attach(b, 1) { $0.b = $1 }
            join.attach(c, 2) { $0.c = $1 }
        }
    }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers.CombineLatest3 {
    /// The latest value of each publisher.
    @usableFromInline @frozen
    struct Row: JoinRow {
        @usableFromInline var a: A.Output?
        @usableFromInline var b: B.Output?
        @usableFromInline var c: C.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init() {}

        @_alwaysEmitIntoClient static var keepsLatestOnly: Bool { true }

        @_alwaysEmitIntoClient var isComplete: Bool { a != nil && b != nil && c != nil }

        @_alwaysEmitIntoClient @inline(__always)
        mutating func next() -> (A.Output, B.Output, C.Output)? {
            guard let a, let b, let c else { return nil }
            return (a, b, c)
        }

        @_alwaysEmitIntoClient func isOver(_ finished: UInt8, of count: Int) -> Bool {
            finished == (1 << UInt8(count)) - 1
        }
    }
}
