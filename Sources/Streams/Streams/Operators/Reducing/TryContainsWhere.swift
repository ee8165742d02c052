// Written by scripts/arities: change the script, and run it.

extension Publishers {
    /// The publisher behind ``Publisher/tryContains(where:)``.
    @frozen
    public struct TryContainsWhere<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Bool
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether a value satisfies the condition.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Creates the publisher behind ``Publisher/tryContains(where:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(predicate: predicate) }
    }
}

extension Publishers.TryContainsWhere {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) { self.predicate = predicate }

        /// Tests a value with the predicate.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return try predicate(input) ? .last(true) : .skip } catch { return .fail(error) }
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { false }
    }
}

extension Publishers.TryContainsWhere: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
