extension Publisher {
    /// Transforms each value with a closure, and publishes only the results that are not `nil`.
    ///
    /// ```swift
    /// _ = ["1", "two", "3"].publisher
    ///     .compactMap { Int($0) }
    ///     .sink { print($0) }
    /// // prints 1, 3
    /// ```
    ///
    /// - Parameter transform: The closure that transforms a value, or returns `nil` to drop it.
    /// - Returns: A publisher of the results that are not `nil`.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Transforms each value with a throwing closure, and publishes only the results that are not `nil`.
    ///
    /// If the closure throws, the publisher cancels upstream and fails with that error.
    ///
    /// ```swift
    /// _ = ["1", "", "3"].publisher
    ///     .tryCompactMap { text -> Int? in
    ///         guard !text.isEmpty else { throw CancellationError() }
    ///         return Int(text)
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter transform: The closure that transforms a value, or returns `nil` to drop it; an error that it
    ///   throws ends the stream.
    /// - Returns: A publisher of the results that are not `nil`, which fails with the error of upstream or of the
    ///   closure.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryCompactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/compactMap(_:)``.
    @frozen
    public struct CompactMap<Upstream: Publisher, Output: Sendable>: _StatelessOperator {
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that transforms a value, or returns `nil` to drop it.
        public let transform: @Sendable (Upstream.Output) -> Output?

        /// Creates the publisher behind ``Publisher/compactMap(_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(transform: transform) }
    }
}

extension Publishers.CompactMap {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._StatelessStep {
        @usableFromInline let transform: @Sendable (Upstream.Output) -> Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) -> Output?) { self.transform = transform }

        /// Transforms a value.
        @_alwaysEmitIntoClient @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            if let value = transform(input) { .pass(value) } else { .skip }
        }
    }
}

extension Publishers.CompactMap: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
