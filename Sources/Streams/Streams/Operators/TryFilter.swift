extension Publisher {
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
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryFilter(_:)``.
    @frozen
    public struct TryFilter<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that returns `true` for a value to publish; an error that it throws ends the stream.
        public let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        /// Creates a publisher of the values of `upstream` that satisfy a throwing predicate.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - isIncluded: The closure that returns `true` for a value to publish; an error that it throws ends the
        ///     stream.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Creates the step of one subscription.
        ///
        /// - Returns: A step in its initial state.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(isIncluded: isIncluded) }
    }
}

extension Publishers.TryFilter {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure.
        public typealias Failure = any Error

        @usableFromInline let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.isIncluded = isIncluded
        }

        /// Publishes a value if it satisfies the predicate.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.pass(input)`, `.skip` if the predicate returns `false`, or `.fail` with the error that it
        ///   threw.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return try isIncluded(input) ? .pass(input) : .skip } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryFilter: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
