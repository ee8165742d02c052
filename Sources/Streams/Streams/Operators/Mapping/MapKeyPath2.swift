// Written by scripts/arities: change the script, and run it.

extension Publisher {
    /// Publishes the properties at two key paths of each value as a tuple.
    ///
    /// ```swift
    /// _ = ["fig", ""].publisher
    ///     .map(\.count, \.isEmpty)
    ///     .sink { print($0, $1) }
    /// // prints 3 false, 0 true
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath0: The key path of the first property.
    ///   - keyPath1: The key path of the second property.
    /// - Returns: A publisher of tuples of the two properties' values.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func map<T0: Sendable, T1: Sendable>(
        _ keyPath0: any KeyPath<Output, T0> & Sendable, _ keyPath1: any KeyPath<Output, T1> & Sendable
    ) -> Publishers.MapKeyPath2<Self, T0, T1> {
        Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
    }
}

extension Publishers {
    /// The publisher behind `map(_:_:)` with key paths.
    @frozen
    public struct MapKeyPath2<Upstream: Publisher, Output0: Sendable, Output1: Sendable>: _StatelessOperator {
        /// The type of the published values.
        public typealias Output = (Output0, Output1)
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The key path of the first property.
        public let keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable
        /// The key path of the second property.
        public let keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable

        /// Creates the publisher behind `map(_:_:)` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable,
            keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> Map<Upstream, Output>._Work {
            Map._Work { [keyPath0, keyPath1] in ($0[keyPath: keyPath0], $0[keyPath: keyPath1]) }
        }
    }
}

extension Publishers.MapKeyPath2: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
