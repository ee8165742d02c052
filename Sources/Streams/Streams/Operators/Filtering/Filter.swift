extension Publisher {
    /// Publishes only the values that satisfy a predicate.
    ///
    /// ```swift
    /// _ = (1...6).publisher
    ///     .filter { $0.isMultiple(of: 2) }
    ///     .sink { print($0) }
    /// // prints 2, 4, 6
    /// ```
    ///
    /// - Parameter isIncluded: The closure that returns `true` for a value to publish.
    /// - Returns: A publisher of the values that satisfy the predicate.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// Publishes only the values that satisfy a throwing predicate.
    ///
    /// If the closure throws, the publisher cancels upstream and fails with that error.
    ///
    /// ```swift
    /// _ = [1, 2, -3].publisher
    ///     .tryFilter { number in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number.isMultiple(of: 2)
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 2, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter isIncluded: The closure that returns `true` for a value to publish; an error that it throws ends
    ///   the stream.
    /// - Returns: A publisher of the values that satisfy the predicate, which fails with the error of upstream or of
    ///   the closure.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/filter(_:)``.
    @frozen
    public struct Filter<Upstream: Publisher>: _StatelessOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that returns `true` for a value to publish.
        public let isIncluded: @Sendable (Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/filter(_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(isIncluded: isIncluded) }
    }
}

extension Publishers.Filter {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._StatelessStep {
        @usableFromInline let isIncluded: @Sendable (Upstream.Output) -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) { self.isIncluded = isIncluded }

        /// Publishes a value if it satisfies the predicate.
        @_alwaysEmitIntoClient @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            isIncluded(input) ? .pass(input) : .skip
        }
    }
}

extension Publishers.Filter: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
