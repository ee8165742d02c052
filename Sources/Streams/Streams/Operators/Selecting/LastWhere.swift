extension Publisher {
    /// Publishes the last value that satisfies a predicate when the upstream publisher finishes.
    ///
    /// ```swift
    /// _ = (1...10).publisher
    ///     .last { $0 < 4 }
    ///     .sink { print($0) }
    /// // prints 3
    /// ```
    ///
    /// - Parameter predicate: A closure that returns whether a value satisfies the condition.
    /// - Returns: A publisher of at most one value.
    /// - Complexity: O(1) memory: only the latest match is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func last(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }

    /// Publishes the last value that satisfies a closure that may throw, when this publisher finishes.
    ///
    /// ```swift
    /// _ = [1, 5, 2].publisher
    ///     .tryLast { number in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number < 4
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 2, finished
    /// ```
    ///
    /// - Parameter predicate: The closure that checks a value. An error that it throws fails the stream.
    /// - Returns: A publisher of at most one value; it fails with the error that the closure throws, or with this
    ///   publisher's failure.
    /// - Complexity: O(1) memory: one value is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryLast(where predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/last(where:)``.
    @frozen
    public struct LastWhere<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether a value satisfies the condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/last(where:)`` of `upstream`, whose parameters are the same.
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

extension Publishers.LastWhere {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool
        @usableFromInline var last: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) { self.predicate = predicate }

        /// Keeps a value in place of the previous match if it satisfies the predicate.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            if predicate(input) { last = input }
            return .skip
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { last }
    }
}

extension Publishers.LastWhere: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
