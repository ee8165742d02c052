extension Publisher {
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
    public func tryLast(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryLast(where:)``.
    @frozen
    public struct TryLastWhere<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that checks a value.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Creates a publisher of the last value of `upstream` that satisfies `predicate`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - predicate: The closure that checks a value.
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

extension Publishers.TryLastWhere {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool
        @usableFromInline var last: Upstream.Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.predicate = predicate
            last = nil
        }

        /// Keeps `input` if it satisfies the closure.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.skip`, or `.fail` with the error that the closure throws.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { if try predicate(input) { last = input } } catch { return .fail(error) }
            return .skip
        }

        /// Returns the value to publish when upstream finishes.
        ///
        /// - Returns: The last value that satisfied the closure; `nil` if none did.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? {
            last
        }
    }
}

extension Publishers.TryLastWhere: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
