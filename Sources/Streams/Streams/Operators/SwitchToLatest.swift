extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Passes on the values of the latest publisher, and cancels the one before it.
    ///
    /// ![A marble diagram of switchToLatest.](switchToLatest)
    ///
    /// - Returns: A publisher of the values of whichever publisher came last.
    /// - Complexity: O(1) a value.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Passes on the values of the latest publisher, and cancels the one before it.
    ///
    /// - Returns: A publisher of the values of whichever publisher came last.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Passes on the values of the latest publisher, and cancels the one before it.
    ///
    /// - Returns: A publisher of the values of whichever publisher came last.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Passes on the values of the latest publisher, and cancels the one before it.
    ///
    /// - Returns: A publisher of the values of whichever publisher came last.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind `switchToLatest()`.
    @frozen
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where Upstream.Output == P, Upstream.Failure == P.Failure {
        /// The values of the latest publisher.
        public typealias Output = P.Output
        /// The failure of all.
        public typealias Failure = P.Failure

        /// Where the publishers come from.
        public let upstream: Upstream

        /// Works on the publishers of `upstream`.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches `subscriber` to whichever publisher is the latest.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: SwitchSubscriber<P, S>(downstream: subscriber))
        }
    }
}
