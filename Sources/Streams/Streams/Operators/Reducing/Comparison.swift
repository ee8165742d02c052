extension Publisher {
    /// Publishes the greatest value by a comparison closure when the upstream publisher finishes.
    ///
    /// If several values are the greatest, the first is published.
    ///
    /// ```swift
    /// _ = ["pear", "fig", "apple"].publisher
    ///     .max { $0.count < $1.count }
    ///     .sink { print($0) }
    /// // prints apple
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second.
    /// - Returns: A publisher of one value, or of no value if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// Publishes the least value by a comparison closure when the upstream publisher finishes; see ``max(by:)``,
    /// whose parameters are the same.
    ///
    /// If several values are the least, the first is published.
    ///
    /// ```swift
    /// _ = ["pear", "fig", "apple"].publisher
    ///     .min { $0.count < $1.count }
    ///     .sink { print($0) }
    /// // prints fig
    /// ```
    ///
    /// - Returns: A publisher of one value, or of no value if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
    }

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

    /// Publishes the least value when this publisher finishes, by an order that may throw; see ``tryMax(by:)``,
    /// whose parameters are the same.
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

extension Publisher where Output: Comparable {
    /// Publishes the least value when the upstream publisher finishes.
    ///
    /// ```swift
    /// _ = [3, 1, 2].publisher
    ///     .min()
    ///     .sink { print($0) }
    /// // prints 1
    /// ```
    ///
    /// - Returns: A publisher of one value, or of no value if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @_alwaysEmitIntoClient @inline(__always)
    public func min() -> Publishers.Comparison<Self> { min { $0 < $1 } }

    /// Publishes the greatest value when the upstream publisher finishes.
    ///
    /// ```swift
    /// _ = [3, 1, 2].publisher
    ///     .max()
    ///     .sink { print($0) }
    /// // prints 3
    /// ```
    ///
    /// - Returns: A publisher of one value, or of no value if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @_alwaysEmitIntoClient @inline(__always)
    public func max() -> Publishers.Comparison<Self> { max { $0 < $1 } }
}

extension Publishers {
    /// The publisher behind ``Publisher/max(by:)`` and ``Publisher/min(by:)``.
    @frozen
    public struct Comparison<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether its second argument replaces its first as the result.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/max(by:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(areInIncreasingOrder: areInIncreasingOrder) }
    }
}

extension Publishers.Comparison {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) -> Bool
        @usableFromInline var best: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Keeps a value if it replaces the best value so far.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            if let best, !areInIncreasingOrder(best, input) { return .skip }
            best = input
            return .skip
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { best }
    }
}

extension Publishers.Comparison: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
