extension Publisher {
    /// Publishes only values that differ from the last published one, compared by a closure.
    ///
    /// ```swift
    /// _ = ["a", "A", "b", "B", "a"].publisher
    ///     .removeDuplicates { $0.lowercased() == $1.lowercased() }
    ///     .sink { print($0) }
    /// // prints a, b, a
    /// ```
    ///
    /// - Parameter predicate: The closure that returns `true` if its two arguments, the last value that was published
    ///   and the new one, are duplicates.
    /// - Returns: A publisher that drops consecutive duplicates; it ends with this publisher's completion.
    /// - Complexity: O(1) memory: the previous value is kept.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func removeDuplicates(
        by predicate: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// Publishes only values that differ from the last published one, compared by a closure that may throw.
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
    /// - Parameter predicate: The closure that returns `true` if its two arguments, the last value that was published
    ///   and the new one, are duplicates. An error that it throws fails the stream.
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

extension Publisher where Output: Equatable {
    /// Publishes only values that differ from the previous value.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let changes = clock.publisher("aab-b-a|").removeDuplicates()
    /// print(clock.marbles(of: changes))
    /// // prints a-b---a|
    /// ```
    ///
    /// - Returns: A publisher that drops consecutive duplicates; it ends with this publisher's completion.
    /// - Complexity: O(1) memory: the previous value is kept.
    @_alwaysEmitIntoClient @inline(__always)
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates { $0 == $1 }
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/removeDuplicates(by:)``.
    @frozen
    public struct RemoveDuplicates<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that returns `true` if two consecutive values are duplicates.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

        /// Creates a publisher of the values of `upstream` without consecutive duplicates; see
        /// ``Publisher/removeDuplicates(by:)``, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(predicate: predicate) }
    }
}

extension Publishers.RemoveDuplicates {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        @usableFromInline let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool
        @usableFromInline var last: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
            self.predicate = predicate
        }

        /// Publishes `input` unless it duplicates the previous value.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            if let last, predicate(last, input) { return .skip }
            last = input
            return .pass(input)
        }
    }
}

extension Publishers.RemoveDuplicates: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
