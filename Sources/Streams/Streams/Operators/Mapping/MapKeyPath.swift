extension Publisher {
    /// Publishes the property at a key path of each value.
    ///
    /// ```swift
    /// _ = ["fig", "apple"].publisher
    ///     .map(\.count)
    ///     .sink { print($0) }
    /// // prints 3, 5
    /// ```
    ///
    /// - Parameter keyPath: The key path of the property.
    /// - Returns: A publisher of the property's values.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func map<T: Sendable>(_ keyPath: any KeyPath<Output, T> & Sendable) -> Publishers.MapKeyPath<Self, T> {
        Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
    }
}

extension Publishers {
    /// The publisher behind `map(_:)` with a key path.
    @frozen
    public struct MapKeyPath<Upstream: Publisher, Output: Sendable>: _StatelessOperator {
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The key path of the property.
        public let keyPath: any KeyPath<Upstream.Output, Output> & Sendable

        /// Creates a publisher of a property of each value of `upstream`; see `map(_:)`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, keyPath: any KeyPath<Upstream.Output, Output> & Sendable) {
            self.upstream = upstream
            self.keyPath = keyPath
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> Map<Upstream, Output>._Work { Map._Work { [keyPath] in $0[keyPath: keyPath] } }
    }
}

extension Publishers.MapKeyPath: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
