// Written by scripts/arities: change the script, and run it.

extension Publisher {
    /// Combines the values of two publishers into tuples by position: the first values, the second values, and so on.
    ///
    /// ![A marble diagram of zip.](zip)
    ///
    /// ```swift
    /// _ = ["a", "b", "c"].publisher
    ///     .zip([1, 2].publisher)
    ///     .sink { print($0, $1) }
    /// // prints a 1, b 2
    /// ```
    ///
    /// - Parameter b: The second publisher.
    /// - Returns: A publisher of tuples. It finishes when a publisher that has finished has no values left, and fails
    ///   when any publisher fails.
    /// - Complexity: O(*n*) memory in the number of values by which one publisher is ahead of another.
    @_alwaysEmitIntoClient @inline(__always)
    public func zip<B: Publisher>(_ b: B) -> Publishers.Zip<Self, B>
    where B.Failure == Failure {
        Publishers.Zip(self, b)
    }

    /// Combines the values of two publishers by position, and transforms each combination with a closure.
    ///
    /// ```swift
    /// _ = ["a", "b"].publisher
    ///     .zip([1, 2].publisher) { "\($0)\($1)" }
    ///     .sink { print($0) }
    /// // prints a1, b2
    /// ```
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - transform: The closure that transforms one value of each publisher.
    /// - Returns: A publisher of the results. It finishes when a publisher that has finished has no values left, and
    ///   fails when any publisher fails.
    /// - Complexity: O(*n*) memory in the number of values by which one publisher is ahead of another.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func zip<B: Publisher, T: Sendable>(
        _ b: B, _ transform: @escaping @Sendable (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, B>, T>
    where B.Failure == Failure {
        zip(b).map { transform($0.0, $0.1) }
    }
}

extension Publishers {
    /// The publisher behind `zip(_:)`.
    @frozen
    public struct Zip<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// The type of the published values.
        public typealias Output = (A.Output, B.Output)
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Creates the publisher behind `zip(_:)`, whose parameters are the same.
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
            join.attach(a, 0) { $0.a.append($1) }
            join.attach(b, 1) { $0.b.append($1) }
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publishers.Zip {
    /// The values of each publisher that wait for values of the other publishers.
    @usableFromInline @frozen
    struct Row: JoinRow {
        @usableFromInline var a = Queue<A.Output>()
        @usableFromInline var b = Queue<B.Output>()

        @_alwaysEmitIntoClient @inline(__always)
        init() {}

        @_alwaysEmitIntoClient static var keepsLatestOnly: Bool { false }

        @_alwaysEmitIntoClient var isComplete: Bool { !a.isEmpty && !b.isEmpty }

        @_alwaysEmitIntoClient @inline(__always)
        mutating func next() -> (A.Output, B.Output)? {
            guard isComplete, let a = a.popFirst(), let b = b.popFirst() else { return nil }
            return (a, b)
        }

        @_alwaysEmitIntoClient func isOver(_ finished: UInt8, of count: Int) -> Bool {
            finished != 0
                && (finished & 1 != 0 && a.isEmpty || finished & 2 != 0 && b.isEmpty)
        }
    }
}
