extension Publisher {
    /// Drops values until another publisher publishes a value.
    ///
    /// ![A marble diagram of dropUntilOutput.](dropUntilOutput)
    ///
    /// If `publisher` finishes or fails without a value, the result finishes or fails too.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let start = clock.publisher("---x|")
    /// let dropped = clock.publisher("a-b-c-d|").drop(untilOutputFrom: start)
    /// print(clock.marbles(of: dropped))
    /// // prints ----c-d|
    /// ```
    ///
    /// - Parameter publisher: The publisher whose first value ends the dropping, after which it is cancelled.
    /// - Returns: A publisher of the upstream values after the first value of `publisher`.
    /// - Complexity: O(1) per value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/drop(untilOutputFrom:)``.
    @frozen
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The publisher whose first value ends the dropping.
        public let other: Other

        /// Creates a publisher of the values of `upstream` after the first value of `other`; see
        /// ``Publisher/drop(untilOutputFrom:)``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches `subscriber`, and subscribes to the other publisher, then to the upstream publisher.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let gate = GateSubscriber(downstream: subscriber, opensOnSignal: true)
            gate.begin()
            other.receive(subscriber: GateSignal<Other.Output, Other.Failure, S>(gate: gate))
            upstream.receive(subscriber: gate)
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
