extension Publisher {
    /// Publishes only values that differ from the previous value, compared by a closure that may throw.
    ///
    /// ```swift
    /// _ = [1, 1, 2, -2].publisher
    ///     .tryRemoveDuplicates { first, second in
    ///         guard second >= 0 else { throw CancellationError() }
    ///         return first == second
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, 2, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter predicate: The closure that returns `true` if its two arguments, the previous value and the new one,
    ///   are duplicates. An error that it throws fails the stream.
    /// - Returns: A publisher that drops consecutive duplicates; it fails with the error that the closure throws, or
    ///   with this publisher's failure.
    /// - Complexity: O(1) memory: the previous value is kept.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryRemoveDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}

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

        /// Creates a publisher of the values of `upstream` without consecutive duplicates.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - predicate: The closure that returns `true` if two consecutive values are duplicates.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Creates the step of one subscription.
        ///
        /// - Returns: A step in its initial state.
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
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        @usableFromInline var last: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool) {
            self.predicate = predicate
            last = nil
        }

        /// Publishes `input` unless it duplicates the previous value.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.pass(input)`, `.skip` for a duplicate, or `.fail` with the error that the closure throws.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { if let last, try predicate(last, input) { return .skip } } catch { return .fail(error) }
            last = input
            return .pass(input)
        }
    }
}

extension Publishers.TryRemoveDuplicates: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
