// Written by scripts/arities: change the script, and run it.

extension Publishers {
    /// The publisher behind ``Publisher/tryDrop(while:)``.
    @frozen
    public struct TryDropWhile<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether to drop a value.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Creates the publisher behind ``Publisher/tryDrop(while:)`` of `upstream`, whose parameters are the same.
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

extension Publishers.TryDropWhile {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool
        @usableFromInline var isDropping = true

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) { self.predicate = predicate }

        /// Drops a value as long as the predicate has always returned `true`.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do {
                if isDropping, try predicate(input) { return .skip }
                isDropping = false
                return .pass(input)
            } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryDropWhile: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
