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

    /// Publishes the values of this publisher and two others, interleaved in the order of their arrival.
    ///
    /// ```swift
    /// _ = [1, 2].publisher
    ///     .merge(with: [3].publisher, [4, 5].publisher)
    ///     .sink { print($0) }
    /// // prints 1, 2, 3, 4, 5
    /// ```
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge<B: Publisher, C: Publisher>(
        with b: B, _ c: C
    ) -> Publishers.Merge3<Self, B, C>
    where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure {
        Publishers.Merge3(self, b, c)
    }

    /// Publishes the values of this publisher and three others, interleaved in the order of their arrival.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge<B: Publisher, C: Publisher, D: Publisher>(
        with b: B, _ c: C, _ d: D
    ) -> Publishers.Merge4<Self, B, C, D>
    where
        B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
        D.Failure == Failure
    {
        Publishers.Merge4(self, b, c, d)
    }

    /// Publishes the values of this publisher and four others, interleaved in the order of their arrival.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E
    ) -> Publishers.Merge5<Self, B, C, D, E>
    where
        B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
        D.Failure == Failure, E.Output == Output, E.Failure == Failure
    {
        Publishers.Merge5(self, b, c, d, e)
    }

    /// Publishes the values of this publisher and five others, interleaved in the order of their arrival.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    ///   - f: The sixth publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<Self, B, C, D, E, F>
    where
        B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
        D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure
    {
        Publishers.Merge6(self, b, c, d, e, f)
    }

    /// Publishes the values of this publisher and six others, interleaved in the order of their arrival.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    ///   - f: The sixth publisher.
    ///   - g: The seventh publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
    where
        B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
        D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure
    {
        Publishers.Merge7(self, b, c, d, e, f, g)
    }

    /// Publishes the values of this publisher and seven others, interleaved in the order of their arrival.
    ///
    /// - Parameters:
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    ///   - f: The sixth publisher.
    ///   - g: The seventh publisher.
    ///   - h: The eighth publisher.
    /// - Returns: A publisher that finishes when all publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
    where
        B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure, D.Output == Output,
        D.Failure == Failure, E.Output == Output, E.Failure == Failure, F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure, H.Output == Output, H.Failure == Failure
    {
        Publishers.Merge8(self, b, c, d, e, f, g, h)
    }

    /// Publishes the values of this publisher and another of the same type, interleaved in the order of their arrival.
    ///
    /// ```swift
    /// let requests = ["a", "b", "c"].map { Just($0) }
    /// _ = Publishers.MergeMany(requests)
    ///     .sink { print($0) }
    /// // prints a, b, c
    /// ```
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher that finishes when both publishers have finished, and fails as soon as one fails.
    /// - Complexity: O(1) per value. Under bounded demand one value of each publisher waits; a publisher that drops
    ///   values without demand, such as a subject, receives an unlimited request, and its values wait, too.
    @_alwaysEmitIntoClient
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany([self, other])
    }
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

        /// Attaches `subscriber` to the publishers, in order.
        ///
        /// - Parameter subscriber: The subscriber to attach.
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
