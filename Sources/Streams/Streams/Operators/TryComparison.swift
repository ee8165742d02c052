extension Publisher {
    /// Publishes the greatest value when this publisher finishes, by an order that may throw.
    ///
    /// Of several greatest values, the first one is published.
    ///
    /// ```swift
    /// _ = [3, 1, -2].publisher
    ///     .tryMax { first, second in
    ///         guard second >= 0 else { throw CancellationError() }
    ///         return first < second
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: The closure that returns `true` if its first argument is less than its second.
    ///   An error that it throws fails the stream.
    /// - Returns: A publisher of one value, or of no value if there were none; it fails with the error that the closure
    ///   throws, or with this publisher's failure.
    /// - Complexity: O(1) memory: one value is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}

extension Publisher {
    /// Publishes the least value when this publisher finishes, by an order that may throw.
    ///
    /// ```swift
    /// _ = [3, 1, 2].publisher
    ///     .tryMin { first, second in
    ///         guard second >= 0 else { throw CancellationError() }
    ///         return first < second
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, finished
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: The closure that returns `true` if its first argument is less than its second.
    ///   An error that it throws fails the stream.
    /// - Returns: A publisher of one value, or of no value if there were none; it fails with the error that the closure
    ///   throws, or with this publisher's failure.
    /// - Complexity: O(1) memory: one value is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryMax(by:)`` and ``Publisher/tryMin(by:)``.
    @frozen
    public struct TryComparison<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that returns `true` if its second argument replaces the first as the best value.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        /// Creates a publisher of the best value of `upstream`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - areInIncreasingOrder: The closure that returns `true` if its second argument replaces the first as the
        ///     best value.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Creates the step of one subscription.
        ///
        /// - Returns: A step in its initial state.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(areInIncreasingOrder: areInIncreasingOrder) }
    }
}

extension Publishers.TryComparison {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        @usableFromInline let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        @usableFromInline var best: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool) {
            self.areInIncreasingOrder = areInIncreasingOrder
            best = nil
        }

        /// Keeps `input` if it is better than the best value so far.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.skip`, or `.fail` with the error that the closure throws.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do {
                if let best, try !areInIncreasingOrder(best, input) { return .skip }
                best = input
                return .skip
            } catch { return .fail(error) }
        }

        /// Returns the value to publish when upstream finishes.
        ///
        /// - Returns: The best value; `nil` if there were no values.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? {
            best
        }
    }
}

extension Publishers.TryComparison: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
