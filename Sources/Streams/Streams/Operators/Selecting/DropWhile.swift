extension Publisher {
    /// Drops values until a value does not satisfy a predicate, and publishes this value and all later values.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let rest = clock.publisher("a-b-a|").drop { $0 < "b" }
    /// print(clock.marbles(of: rest))
    /// // prints --b-a|
    /// ```
    ///
    /// - Parameter predicate: A closure that returns whether to drop a value; not called again after it has returned
    ///   `false`.
    /// - Returns: A publisher of the remaining values.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func drop(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }

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
    public func tryDrop(while predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/drop(while:)``.
    @frozen
    public struct DropWhile<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns whether to drop a value.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Creates the publisher behind ``Publisher/drop(while:)`` of `upstream`, whose parameters are the same.
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

extension Publishers.DropWhile {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool
        @usableFromInline var isDropping = true

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) { self.predicate = predicate }

        /// Drops a value as long as the predicate has always returned `true`.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            if isDropping, predicate(input) { return .skip }
            isDropping = false
            return .pass(input)
        }
    }
}

extension Publishers.DropWhile: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
