extension Publisher {
    /// Publishes the last value when the upstream publisher finishes.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let last = clock.publisher("a-b-c--|").last()
    /// print(clock.marbles(of: last))
    /// // prints -------(c|)
    /// ```
    ///
    /// - Returns: A publisher of at most one value.
    /// - Complexity: O(1) memory: only the latest value is kept.
    @_alwaysEmitIntoClient @inline(__always)
    public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }
}

extension Publishers {
    /// The publisher behind ``Publisher/last()``.
    @frozen
    public struct Last<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher of the last value of `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> LastWhere<Upstream>._Work { LastWhere._Work { _ in true } }
    }
}

extension Publishers.Last: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.Last: Equatable where Upstream: Equatable {}
