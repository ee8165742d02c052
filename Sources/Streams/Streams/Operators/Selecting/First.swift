extension Publisher {
    /// Publishes the first value and then finishes.
    ///
    /// Cancels the upstream publisher after the first value. Finishes without a value if the upstream publisher does.
    ///
    /// ```swift
    /// _ = (1...10).publisher
    ///     .first()
    ///     .sink { print($0) }
    /// // prints 1
    /// ```
    ///
    /// - Returns: A publisher of at most one value.
    @_alwaysEmitIntoClient @inline(__always)
    public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }
}

extension Publishers {
    /// The publisher behind ``Publisher/first()``.
    @frozen
    public struct First<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher of the first value of `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> FirstWhere<Upstream>._Work { FirstWhere._Work { _ in true } }
    }
}

extension Publishers.First: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.First: Equatable where Upstream: Equatable {}
