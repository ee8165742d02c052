extension Publisher {
    /// Publishes the running result of combining each value with the previous result.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let words = clock.publisher("a-b-c|").scan("") { $0 + $1 }
    /// print(clock.marbles(of: words))
    /// // prints a-[ab]-[abc]|
    /// ```
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value; it is not published itself.
    ///   - nextPartialResult: The closure that combines the previous result with the next value.
    /// - Returns: A publisher of one result per value; it ends with this publisher's completion.
    /// - Complexity: O(1) memory: only the latest result is kept.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Publishes the running result of combining each value with the previous result, by a closure that may throw.
    ///
    /// ```swift
    /// _ = [10, 5, 0].publisher
    ///     .tryScan(100) { quotient, divisor in
    ///         guard divisor != 0 else { throw CancellationError() }
    ///         return quotient / divisor
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 10, 2, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first value; it is not published itself.
    ///   - nextPartialResult: The closure that combines the previous result with the next value. An error that it
    ///     throws fails the stream.
    /// - Returns: A publisher of one result per value; it fails with the error that the closure throws, or with this
    ///   publisher's failure.
    /// - Complexity: O(1) memory: only the latest result is kept.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/scan(_:_:)``.
    @frozen
    public struct Scan<Upstream: Publisher, Output: Sendable>: _StepOperator {
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The result before the first value.
        public let initialResult: Output
        /// The closure that combines the previous result with the next value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// Creates the publisher behind ``Publisher/scan(_:_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(initialResult: initialResult, nextPartialResult: nextPartialResult) }
    }
}

extension Publishers.Scan {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output
        @usableFromInline var last: Output

        @_alwaysEmitIntoClient @inline(__always)
        init(initialResult: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output) {
            self.nextPartialResult = nextPartialResult
            last = initialResult
        }

        /// Publishes the combination of the previous result and `input`.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            let next = nextPartialResult(last, input)
            last = next
            return .pass(next)
        }
    }
}

extension Publishers.Scan: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
