extension Publisher {
    /// Publishes values while a closure returns `true`, and then finishes.
    ///
    /// The first value for which the closure returns `false` is not published.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let first = clock.publisher("a-b-c-a|").prefix { $0 < "c" }
    /// print(clock.marbles(of: first))
    /// // prints a-b-|
    /// ```
    ///
    /// - Parameter predicate: The closure that decides whether publishing continues.
    /// - Returns: A publisher of the values before the first rejected value; it fails if this publisher fails first.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func prefix(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }

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
    /// The publisher behind ``Publisher/prefix(while:)``.
    @frozen
    public struct PrefixWhile<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that decides whether publishing continues.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/prefix(while:)`` of `upstream`, whose parameters are the same.
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

extension Publishers.PrefixWhile {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) { self.predicate = predicate }

        /// Publishes `input` if the closure returns `true`; finishes if not.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            return predicate(input) ? .pass(input) : .finish
        }
    }
}

extension Publishers.PrefixWhile: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
