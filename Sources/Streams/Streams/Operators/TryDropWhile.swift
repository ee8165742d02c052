extension Publisher {
    /// Drops values while a closure that may throw returns `true`, and publishes the rest.
    ///
    /// ```swift
    /// _ = [1, 2, 5, 2].publisher
    ///     .tryDrop { number in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number < 3
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 5, 2, finished
    /// ```
    ///
    /// - Parameter predicate: The closure that decides whether a value is dropped; not called again once it has
    ///   returned `false`. An error that it throws fails the stream.
    /// - Returns: A publisher of the values from the first that is not dropped; it fails with the error that the
    ///   closure throws, or with this publisher's failure.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}

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
        /// The closure that decides whether a value is dropped.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Creates a publisher of the values of `upstream` from the first value that `predicate` does not drop.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - predicate: The closure that decides whether a value is dropped.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
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

extension Publishers.TryDropWhile {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool
        @usableFromInline var isDropping: Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.predicate = predicate
            isDropping = true
        }

        /// Drops `input` while the closure returns `true`.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.skip` while values are dropped, then `.pass(input)`; `.fail` with the error that the closure
        ///   throws.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { if isDropping, try predicate(input) { return .skip } } catch { return .fail(error) }
            isDropping = false
            return .pass(input)
        }
    }
}

extension Publishers.TryDropWhile: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
