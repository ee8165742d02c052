extension Publisher {
    /// Gives the greatest value, by an order of your own, at the end.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first value is less than the second. Fails when the closure throws.
    /// - Returns: A publisher of one value, or none if there was none.
    @preconcurrency @inlinable @inline(__always)
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self) { try !areInIncreasingOrder($1, $0) }
    }
}

extension Publisher {
    /// Gives the least value, by an order of your own, at the end.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first value is less than the second. Fails when the closure throws.
    /// - Returns: A publisher of one value, or none if there was none.
    @preconcurrency @inlinable @inline(__always)
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryMax(by:)``.
    @frozen
    public struct TryComparison<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value takes the place of the first.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(areInIncreasingOrder: areInIncreasingOrder) }
    }
}

extension Publishers.TryComparison {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        @usableFromInline var best: Upstream.Output?

        @inlinable @inline(__always)
        init(areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool) {
            self.areInIncreasingOrder = areInIncreasingOrder
            best = nil
        }

        /// Keeps `input` if it is better than the best so far.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do {
                if let best, try !areInIncreasingOrder(best, input) { return .skip }
                best = input
                return .skip
            } catch { return .fail(error) }
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            best
        }
    }
}

extension Publishers.TryComparison: SynchronousPublisher where Upstream: SynchronousPublisher {}
