// Written by scripts/arities: change the script, and run it.

extension Publishers {
    /// The publisher behind ``Publisher/tryRemoveDuplicates(by:)``.
    @frozen
    public struct TryRemoveDuplicates<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that returns `true` if two consecutive values are duplicates.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        /// Creates a publisher of the values of `upstream` without consecutive duplicates; see
        /// ``Publisher/tryRemoveDuplicates(by:)``, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(predicate: predicate) }
    }
}

extension Publishers.TryRemoveDuplicates {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let predicate: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        @usableFromInline var last: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool) {
            self.predicate = predicate
        }

        /// Publishes `input` unless it duplicates the previous value.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do {
                if let last, try predicate(last, input) { return .skip }
                last = input
                return .pass(input)
            } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryRemoveDuplicates: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
