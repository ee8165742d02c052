extension Publisher {
    /// Publishes the first value that satisfies a predicate and then finishes.
    ///
    /// Cancels the upstream publisher after that value. Finishes without a value if no value satisfies `predicate`.
    ///
    /// ```swift
    /// _ = (1...10).publisher
    ///     .first { $0 > 3 }
    ///     .sink { print($0) }
    /// // prints 4
    /// ```
    ///
    /// - Parameter predicate: A closure that returns whether a value satisfies the condition.
    /// - Returns: A publisher of at most one value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func first(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }

    /// Publishes the first value that satisfies a closure that may throw, and then finishes.
    ///
    /// ```swift
    /// _ = [1, -2, 5].publisher
    ///     .tryFirst { number in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number > 3
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter predicate: The closure that checks a value. An error that it throws fails the stream.
    /// - Returns: A publisher of at most one value; it fails with the error that the closure throws, or with this
    ///   publisher's failure.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/first(where:)``.
    @frozen
    public struct FirstWhere<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether a value satisfies the condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/first(where:)`` of `upstream`, whose parameters are the same.
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

extension Publishers.FirstWhere {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) { self.predicate = predicate }

        /// Tests a value with the predicate.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            return predicate(input) ? .last(input) : .skip
        }
    }
}

extension Publishers.FirstWhere: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
