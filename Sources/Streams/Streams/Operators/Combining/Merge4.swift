// Written by scripts/arities: change the script, and run it.

extension Publisher {
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
}

extension Publishers {
    /// The publisher behind `merge(with:)` of four publishers.
    @frozen
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure,
        C.Output == D.Output, C.Failure == D.Failure
    {
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
        /// The fourth publisher.
        public let d: D

        /// Creates the publisher behind `merge(with:)` of four publishers, whose parameters are the same.
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
            let merger = Merger(downstream: AnySubscriber(subscriber).box, sources: 4)
            merger.begin()
            merger.attach(a)
            merger.attach(b)
            merger.attach(c)
            merger.attach(d)
        }
    }
}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
