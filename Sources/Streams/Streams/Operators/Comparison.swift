extension Publisher {
    /// Gives the greatest value, by an order of your own, at the end.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first value is less than the second.
    /// - Returns: A publisher of one value, or none if there was none.
    @preconcurrency @inlinable @inline(__always)
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self) { !areInIncreasingOrder($1, $0) }
    }
}

extension Publisher {
    /// Gives the least value, by an order of your own, at the end.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first value is less than the second.
    /// - Returns: A publisher of one value, or none if there was none.
    @preconcurrency @inlinable @inline(__always)
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
    }
}

extension Publisher where Output: Comparable {
    /// Gives the least value, at the end.
    ///
    /// - Returns: A publisher of one value, or none if there was none.
    @inlinable @inline(__always)
    public func min() -> Publishers.Comparison<Self> { min { $0 < $1 } }

    /// Gives the greatest value, at the end.
    ///
    /// - Returns: A publisher of one value, or none if there was none.
    @inlinable @inline(__always)
    public func max() -> Publishers.Comparison<Self> { max { $0 < $1 } }
}

extension Publishers {
    /// The publisher behind ``Publisher/max(by:)``.
    @frozen
    public struct Comparison<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value takes the place of the first.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(areInIncreasingOrder: areInIncreasingOrder) }
    }
}

extension Publishers.Comparison {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) -> Bool
        @usableFromInline var best: Upstream.Output?

        @inlinable @inline(__always)
        init(areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
            self.areInIncreasingOrder = areInIncreasingOrder
            best = nil
        }

        /// Keeps `input` if it is better than the best so far.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            if let best, !areInIncreasingOrder(best, input) { return .skip }
            best = input
            return .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            best
        }
    }
}

extension Publishers.Comparison: SynchronousPublisher where Upstream: SynchronousPublisher {}
