extension Publisher {
    /// Transforms each value with a closure.
    ///
    /// ```swift
    /// _ = [1, 2, 3].publisher
    ///     .map { $0 * 2 }
    ///     .sink { print($0) }
    /// // prints 2, 4, 6
    /// ```
    ///
    /// - Parameter transform: The closure that transforms a value.
    /// - Returns: A publisher of the transformed values.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// Transforms each value with a throwing closure.
    ///
    /// If the closure throws, the publisher cancels upstream and fails with that error.
    ///
    /// ```swift
    /// _ = [1, 2, -3].publisher
    ///     .tryMap { number -> Int in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number * 2
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 2, 4, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter transform: The closure that transforms a value; an error that it throws ends the stream.
    /// - Returns: A publisher of the transformed values, which fails with the error of upstream or of the closure.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind `map(_:)`.
    @frozen
    public struct Map<Upstream: Publisher, Output: Sendable>: _StatelessOperator {
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that transforms a value.
        public let transform: @Sendable (Upstream.Output) -> Output

        /// Creates the publisher behind `map(_:)` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(transform: transform) }
    }
}

extension Publishers.Map {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._StatelessStep {
        @usableFromInline let transform: @Sendable (Upstream.Output) -> Output

        @_alwaysEmitIntoClient @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) -> Output) { self.transform = transform }

        /// Transforms a value.
        @_alwaysEmitIntoClient @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            .pass(transform(input))
        }
    }
}

extension Publishers.Map: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
