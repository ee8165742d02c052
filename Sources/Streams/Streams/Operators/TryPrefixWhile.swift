extension Publisher {
    /// Publishes values while a closure that may throw returns `true`, and then finishes.
    ///
    /// The first value for which the closure returns `false` is not published.
    ///
    /// ```swift
    /// _ = [1, -2, 3].publisher
    ///     .tryPrefix { number in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number < 3
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter predicate: The closure that decides whether publishing continues. An error that it throws fails the
    ///   stream.
    /// - Returns: A publisher of the values before the first rejected value; it fails with the error that the closure
    ///   throws, or with this publisher's failure.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryPrefix(while:)``.
    @frozen
    public struct TryPrefixWhile<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that decides whether publishing continues.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Creates a publisher of the values of `upstream` before the first that `predicate` rejects.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - predicate: The closure that decides whether publishing continues.
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

extension Publishers.TryPrefixWhile {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.predicate = predicate
        }

        /// Publishes `input` if the closure returns `true`; finishes if not.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.pass(input)`, `.finish` if the closure returns `false`, or `.fail` with the error that it
        ///   throws.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return try predicate(input) ? .pass(input) : .finish } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryPrefixWhile: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
