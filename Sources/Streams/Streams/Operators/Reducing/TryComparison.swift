// Written by scripts/arities: change the script, and run it.

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
        /// A closure that returns whether its second argument replaces its first as the result.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        /// Creates the publisher behind ``Publisher/tryMax(by:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Creates the step of one subscription.
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

        @usableFromInline let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        @usableFromInline var best: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool) {
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Keeps a value if it replaces the best value so far.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do {
                if let best, try !areInIncreasingOrder(best, input) { return .skip }
                best = input
                return .skip
            } catch { return .fail(error) }
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { best }
    }
}

extension Publishers.TryComparison: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
