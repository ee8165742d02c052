// Written by scripts/arities: change the script, and run it.

extension Publishers {
    /// The publisher behind ``Publisher/tryScan(_:_:)``.
    @frozen
    public struct TryScan<Upstream: Publisher, Output: Sendable>: _StepOperator {
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The result before the first value.
        public let initialResult: Output
        /// The closure that combines the previous result with the next value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output

        /// Creates the publisher behind ``Publisher/tryScan(_:_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
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

extension Publishers.TryScan {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output
        @usableFromInline var last: Output

        @_alwaysEmitIntoClient @inline(__always)
        init(initialResult: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output) {
            self.nextPartialResult = nextPartialResult
            last = initialResult
        }

        /// Publishes the combination of the previous result and `input`.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do {
                let next = try nextPartialResult(last, input)
                last = next
                return .pass(next)
            } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryScan: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
