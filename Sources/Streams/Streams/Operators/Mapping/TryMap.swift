// Written by scripts/arities: change the script, and run it.

extension Publishers {
    /// The publisher behind ``Publisher/tryMap(_:)``.
    @frozen
    public struct TryMap<Upstream: Publisher, Output: Sendable>: _StepOperator {
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that transforms a value.
        public let transform: @Sendable (Upstream.Output) throws -> Output

        /// Creates the publisher behind ``Publisher/tryMap(_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(transform: transform) }
    }
}

extension Publishers.TryMap {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let transform: @Sendable (Upstream.Output) throws -> Output

        @_alwaysEmitIntoClient @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) throws -> Output) { self.transform = transform }

        /// Transforms a value.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return .pass(try transform(input)) } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryMap: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
