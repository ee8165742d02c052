// Written by scripts/arities: change the script, and run it.

extension Publisher {
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
}

extension Publishers {
    /// The publisher behind `merge(with:)` of three publishers.
    @frozen
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure {
        /// The type of the published values.
        public typealias Output = A.Output
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Creates the publisher behind `merge(with:)` of three publishers, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches `subscriber` to the publishers, in order; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(downstream: AnySubscriber(subscriber).box, sources: 3)
            merger.begin()
            merger.attach(a)
            merger.attach(b)
            merger.attach(c)
        }
    }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
