// Written by scripts/arities: change the script, and run it.

extension Publishers {
    /// The publisher behind ``Publisher/tryReduce(_:_:)``.
    @frozen
    public struct TryReduce<Upstream: Publisher, Output: Sendable>: _GatheringOperator {
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The result before the first value.
        public let initial: Output
        /// The closure that combines the result so far with the next value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output

        /// Creates the publisher behind ``Publisher/tryReduce(_:_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
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

extension Publishers.TryReduce {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output
        @usableFromInline var partial: Output

        @_alwaysEmitIntoClient @inline(__always)
        init(initial: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output) {
            self.nextPartialResult = nextPartialResult
            partial = initial
        }

        /// Combines the result so far with `input`.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do {
                partial = try nextPartialResult(partial, input)
                return .skip
            } catch { return .fail(error) }
        }

        /// Returns the final result.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { partial }
    }
}

extension Publishers.TryReduce: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
