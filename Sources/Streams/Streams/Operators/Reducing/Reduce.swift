extension Publisher {
    /// Combines all values into one result, and publishes it when this publisher finishes.
    ///
    /// ```swift
    /// _ = [1, 2, 3].publisher
    ///     .reduce(0) { $0 + $1 }
    ///     .sink { print($0) }
    /// // prints 6
    /// ```
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value, published if there are no values.
    ///   - nextPartialResult: The closure that combines the result so far with the next value.
    /// - Returns: A publisher of one value; it publishes none if this publisher fails, and fails with the same failure.
    /// - Complexity: O(1) memory: only the latest result is kept.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Combines all values into one result with a closure that may throw, and publishes it when this publisher
    /// finishes.
    ///
    /// ```swift
    /// _ = [10, 5, 0].publisher
    ///     .tryReduce(100) { quotient, divisor in
    ///         guard divisor != 0 else { throw CancellationError() }
    ///         return quotient / divisor
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value, published if there are no values.
    ///   - nextPartialResult: The closure that combines the result so far with the next value. An error that it throws
    ///     fails the stream.
    /// - Returns: A publisher of one value; it fails with the error that the closure throws, or with this publisher's
    ///   failure.
    /// - Complexity: O(1) memory: only the latest result is kept.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/reduce(_:_:)``.
    @frozen
    public struct Reduce<Upstream: Publisher, Output: Sendable>: _GatheringOperator {
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The result before the first value.
        public let initial: Output
        /// The closure that combines the result so far with the next value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// Creates the publisher behind ``Publisher/reduce(_:_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(initial: initial, nextPartialResult: nextPartialResult) }
    }
}

extension Publishers.Reduce {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output
        @usableFromInline var partial: Output

        @_alwaysEmitIntoClient @inline(__always)
        init(initial: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output) {
            self.nextPartialResult = nextPartialResult
            partial = initial
        }

        /// Combines the result so far with `input`.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            partial = nextPartialResult(partial, input)
            return .skip
        }

        /// Returns the final result.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { partial }
    }
}

extension Publishers.Reduce: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
