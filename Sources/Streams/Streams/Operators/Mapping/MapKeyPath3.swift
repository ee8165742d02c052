// Written by scripts/arities: change the script, and run it.

extension Publisher {
    /// Publishes the properties at three key paths of each value as a tuple.
    ///
    /// ```swift
    /// _ = ["fig", ""].publisher
    ///     .map(\.count, \.isEmpty, \.hashValue)
    ///     .sink { count, isEmpty, _ in print(count, isEmpty) }
    /// // prints 3 false, 0 true
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath0: The key path of the first property.
    ///   - keyPath1: The key path of the second property.
    ///   - keyPath2: The key path of the third property.
    /// - Returns: A publisher of tuples of the three properties' values.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func map<T0: Sendable, T1: Sendable, T2: Sendable>(
        _ keyPath0: any KeyPath<Output, T0> & Sendable, _ keyPath1: any KeyPath<Output, T1> & Sendable,
        _ keyPath2: any KeyPath<Output, T2> & Sendable
    ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
        Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
    }
}

extension Publishers {
    /// The publisher behind `map(_:_:_:)` with key paths.
    @frozen
    public struct MapKeyPath3<Upstream: Publisher, Output0: Sendable, Output1: Sendable, Output2: Sendable>:
        _StatelessOperator
    {
        /// The type of the published values.
        public typealias Output = (Output0, Output1, Output2)
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The key path of the first property.
        public let keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable
        /// The key path of the second property.
        public let keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable
        /// The key path of the third property.
        public let keyPath2: any KeyPath<Upstream.Output, Output2> & Sendable

        /// Creates the publisher behind `map(_:_:_:)` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable,
            keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable,
            keyPath2: any KeyPath<Upstream.Output, Output2> & Sendable
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
            self.keyPath2 = keyPath2
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> Map<Upstream, Output>._Work {
            Map._Work { [keyPath0, keyPath1, keyPath2] in
                ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
            }
        }
    }
}

extension Publishers.MapKeyPath3: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
