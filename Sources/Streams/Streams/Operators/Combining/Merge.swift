extension Publisher {
    /// Publishes the values of this publisher and another, interleaved in the order of their arrival.
    ///
    /// ![A marble diagram of merge.](merge)
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let letters = clock.publisher("a--b--|")
    /// let digits = clock.publisher("-1--2|")
    /// print(clock.marbles(of: letters.merge(with: digits)))
    /// // prints a1-b2-|
    /// ```
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher that finishes when both publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge(self, other)
    }

    /// Publishes the values of this publisher and another of the same type, interleaved in the order of their arrival.
    ///
    /// See `merge(with:)` of publishers of two types, whose parameters are the same.
    ///
    /// ```swift
    /// let requests = ["a", "b", "c"].map { Just($0) }
    /// _ = Publishers.MergeMany(requests)
    ///     .sink { print($0) }
    /// // prints a, b, c
    /// ```
    ///
    /// - Returns: A publisher that finishes when both publishers have finished, and fails as soon as one fails.
    @_alwaysEmitIntoClient
    public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany([self, other]) }
}

extension Publishers {
    /// The publisher behind `merge(with:)` of two publishers.
    @frozen
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        /// The type of the published values.
        public typealias Output = A.Output
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Creates a publisher of the values of two publishers.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        @_alwaysEmitIntoClient
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches `subscriber` to the publishers, in order; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(downstream: AnySubscriber(subscriber).box, sources: 2)
            merger.begin()
            merger.attach(a)
            merger.attach(b)
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
