// Written by scripts/arities: change the script, and run it.

extension Publishers {
    /// The publisher behind ``Publisher/tryFilter(_:)``.
    @frozen
    public struct TryFilter<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that returns `true` for a value to publish.
        public let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        /// Creates the publisher behind ``Publisher/tryFilter(_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(isIncluded: isIncluded) }
    }
}

extension Publishers.TryFilter {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) { self.isIncluded = isIncluded }

        /// Publishes a value if it satisfies the predicate.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return try isIncluded(input) ? .pass(input) : .skip } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryFilter: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
