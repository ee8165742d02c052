extension Publisher {
    /// Publishes whether all values satisfy a predicate.
    ///
    /// Publishes `false`, cancels the upstream publisher and finishes at the first value that does not satisfy
    /// `predicate`. Publishes `true` if the upstream publisher finishes first, even without a value.
    ///
    /// ```swift
    /// _ = [2, 4, 6].publisher
    ///     .allSatisfy { $0.isMultiple(of: 2) }
    ///     .sink { print($0) }
    /// // prints true
    /// ```
    ///
    /// - Parameter predicate: A closure that returns whether a value satisfies the condition.
    /// - Returns: A publisher of one Boolean.
    /// - Complexity: O(1) memory.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func allSatisfy(_ predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }

    /// Publishes whether all values satisfy a closure that may throw.
    ///
    /// `false` is published at the first value that does not satisfy it, `true` when this publisher finishes.
    ///
    /// ```swift
    /// _ = [2, 4, -1].publisher
    ///     .tryAllSatisfy { number in
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
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/allSatisfy(_:)``.
    @frozen
    public struct AllSatisfy<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Bool
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether a value satisfies the condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/allSatisfy(_:)`` of `upstream`, whose parameters are the same.
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

extension Publishers.AllSatisfy {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) { self.predicate = predicate }

        /// Tests a value with the predicate.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            return predicate(input) ? .skip : .last(false)
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { true }
    }
}

extension Publishers.AllSatisfy: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
