extension Publisher where Failure == Never {
    /// Changes the failure type of a publisher that never fails.
    ///
    /// Use it where an operator needs publishers with the same failure type.
    ///
    /// ```swift
    /// _ = Just(1)
    ///     .setFailureType(to: CancellationError.self)
    ///     .append(Fail(error: CancellationError()))
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter failureType: The failure type that the downstream expects.
    /// - Returns: A publisher of the same values that has the failure type but never fails.
    /// - Complexity: O(1) per value.
    @_alwaysEmitIntoClient @inline(__always)
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/setFailureType(to:)``.
    @frozen
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: _StatelessOperator
    where Upstream.Failure == Never {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher of the values of `upstream` with another failure type.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Creates the step of one subscription, whose closure has nothing to return: no value of `Never` exists.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> MapError<Upstream, Failure>._Work { MapError._Work { (_) -> Failure in } }
    }
}

extension Publishers.SetFailureType {
    /// Changes the failure type again.
    ///
    /// - Parameter failureType: The failure type that the downstream expects.
    /// - Returns: A publisher of the same values that has the failure type but never fails.
    @_alwaysEmitIntoClient @inline(__always)
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Upstream, E> {
        Publishers.SetFailureType<Upstream, E>(upstream: upstream)
    }
}

extension Publishers.SetFailureType: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
