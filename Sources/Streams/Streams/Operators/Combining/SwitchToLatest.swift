extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Publishes the values of the latest inner publisher, and cancels the previous publisher.
    ///
    /// ![A marble diagram of switchToLatest.](switchToLatest)
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let results = clock.publisher("ab|")
    ///     .map { letter in clock.publisher("1-2-3|").map { letter + $0 } }
    ///     .switchToLatest()
    /// print(clock.marbles(of: results))
    /// // prints [a1][b1]-[b2]-[b3]|
    /// ```
    ///
    /// - Returns: A publisher that finishes when this publisher and the latest inner publisher have finished, and fails
    ///   when either of them fails.
    /// - Complexity: O(1) per value.
    @_alwaysEmitIntoClient
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Publishes the values of the latest inner publisher, and cancels the previous publisher.
    ///
    /// - Returns: A publisher that finishes when this publisher and the latest inner publisher have finished, and fails
    ///   when this publisher fails.
    /// - Complexity: O(1) per value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Publishes the values of the latest inner publisher, and cancels the previous publisher.
    ///
    /// - Returns: A publisher that finishes when this publisher and the latest inner publisher have finished, and fails
    ///   when the latest inner publisher fails.
    /// - Complexity: O(1) per value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publishers {
    /// The publisher behind `switchToLatest()`.
    @frozen
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where Upstream.Output == P, Upstream.Failure == P.Failure {
        /// The type of the published values.
        public typealias Output = P.Output
        /// The type of the failure.
        public typealias Failure = P.Failure

        /// The upstream publisher, whose values are publishers.
        public let upstream: Upstream

        /// Creates a publisher of the values of the latest publisher from `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher, whose values are publishers.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches `subscriber` to the upstream publisher; it receives the values of the latest inner publisher.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = SwitchSubscriber<P, S>(downstream: subscriber)
            inner.begin()
            upstream.receive(subscriber: inner)
        }
    }
}
