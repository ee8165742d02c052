// Written by scripts/arities: change the script, and run it.

extension Publisher {
    /// Publishes a tuple of the latest values of this publisher and another whenever one publishes a value.
    ///
    /// The first tuple is published when all publishers have published a value.
    ///
    /// ![A marble diagram of combineLatest.](combineLatest)
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let letters = clock.publisher("a--b--|")
    /// let digits = clock.publisher("-1--2-|")
    /// let latest = letters.combineLatest(digits).map { $0 + $1 }
    /// print(clock.marbles(of: latest))
    /// // prints -[a1]-[b1][b2]-|
    /// ```
    ///
    /// - Parameter b: The second publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) memory: only the latest value of each publisher is kept.
    @_alwaysEmitIntoClient @inline(__always)
    public func combineLatest<B: Publisher>(_ b: B) -> Publishers.CombineLatest<Self, B>
    where B.Failure == Failure {
        Publishers.CombineLatest(self, b)
    }

    /// Transforms the latest values of two publishers with a closure whenever one of them publishes a value.
    ///
    /// The first result is published when all publishers have published a value.
    ///
    /// ```swift
    /// let width = CurrentValueSubject<Int, Never>(2)
    /// let height = CurrentValueSubject<Int, Never>(3)
    /// let area = width.combineLatest(height) { $0 * $1 }.sink { print($0) }
    /// height.send(4)
    /// area.cancel()
    /// // prints 6, 8
    /// ```
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - transform: A closure that returns the value to publish for the latest values of all.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) memory: only the latest value of each publisher is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func combineLatest<B: Publisher, T: Sendable>(
        _ b: B, _ transform: @escaping @Sendable (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, B>, T>
    where B.Failure == Failure {
        combineLatest(b).map { transform($0.0, $0.1) }
    }
}

extension Publishers {
    /// The publisher behind `combineLatest(_:)`.
    @frozen
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// The type of the published values.
        public typealias Output = (A.Output, B.Output)
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Creates the publisher behind `combineLatest(_:)`, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches `subscriber` to the publishers, in order; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
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
    /// The latest value of each publisher.
    @usableFromInline @frozen
    struct Row: JoinRow {
        @usableFromInline var a: A.Output?
        @usableFromInline var b: B.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init() {}

        @_alwaysEmitIntoClient static var keepsLatestOnly: Bool { true }

        @_alwaysEmitIntoClient var isComplete: Bool { a != nil && b != nil }

        @_alwaysEmitIntoClient @inline(__always)
        mutating func next() -> (A.Output, B.Output)? {
            guard let a, let b else { return nil }
            return (a, b)
        }

        @_alwaysEmitIntoClient func isOver(_ finished: UInt8, of count: Int) -> Bool {
            finished == (1 << UInt8(count)) - 1
        }
    }
}
