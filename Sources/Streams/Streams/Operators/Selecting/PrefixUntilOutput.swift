extension Publisher {
    /// Publishes values until another publisher publishes a value, and then finishes.
    ///
    /// ![A marble diagram of prefixUntilOutput.](prefixUntilOutput)
    ///
    /// The completion of `publisher`, also a failure, is ignored.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let stop = clock.publisher("---x|")
    /// let prefix = clock.publisher("a-b-c-d|").prefix(untilOutputFrom: stop)
    /// print(clock.marbles(of: prefix))
    /// // prints a-b|
    /// ```
    ///
    /// - Parameter publisher: The publisher whose first value finishes this one.
    /// - Returns: A publisher of the values before that moment; it fails if this publisher fails first.
    /// - Complexity: O(1) per value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/prefix(untilOutputFrom:)``.
    @frozen
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The publisher whose first value finishes this publisher.
        public let other: Other

        /// Creates a publisher of the values of `upstream` until `other` publishes a value; see
        /// ``Publisher/prefix(untilOutputFrom:)``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches `subscriber` to the upstream publisher, after subscribing to the other publisher.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let gate = GateSubscriber(downstream: subscriber, opensOnSignal: false)
            other.receive(subscriber: GateSignal<Other.Output, Other.Failure, S>(gate: gate))
            upstream.receive(subscriber: gate)
        }
    }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
