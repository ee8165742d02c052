extension Publisher {
    /// Publishes whether a value satisfies a predicate.
    ///
    /// Publishes `true`, cancels the upstream publisher and finishes at the first value that satisfies `predicate`.
    /// Publishes `false` if the upstream publisher finishes first.
    ///
    /// ```swift
    /// _ = [1, 3, 5].publisher
    ///     .contains { $0.isMultiple(of: 2) }
    ///     .sink { print($0) }
    /// // prints false
    /// ```
    ///
    /// - Parameter predicate: A closure that returns whether a value satisfies the condition.
    /// - Returns: A publisher of one Boolean.
    /// - Complexity: O(1) memory.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func contains(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }

    /// Publishes whether some value satisfies a closure that may throw.
    ///
    /// `true` is published at the first value that satisfies it, `false` when this publisher finishes.
    ///
    /// ```swift
    /// _ = [1, -3, 4].publisher
    ///     .tryContains { number in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number.isMultiple(of: 2)
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter predicate: The closure that checks a value. An error that it throws fails the stream.
    /// - Returns: A publisher of one value; it fails with the error that the closure throws, or with this publisher's
    ///   failure.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryContains(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/contains(where:)``.
    @frozen
    public struct ContainsWhere<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Bool
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether a value satisfies the condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/contains(where:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(predicate: predicate) }
    }
}

extension Publishers.ContainsWhere {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) { self.predicate = predicate }

        /// Tests a value with the predicate.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            return predicate(input) ? .last(true) : .skip
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { false }
    }
}

extension Publishers.ContainsWhere: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
