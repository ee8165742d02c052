extension Publisher {
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
    /// The publisher behind ``Publisher/tryAllSatisfy(_:)``.
    @frozen
    public struct TryAllSatisfy<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Bool
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that checks a value.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Creates a publisher of whether all values of `upstream` satisfy `predicate`.
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

extension Publishers.TryAllSatisfy {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure: the upstream failure, or the error that the closure throws.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool

        @_alwaysEmitIntoClient @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.predicate = predicate
        }

        /// Checks `input`; the first value that fails the check ends the stream with `false`.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.skip`, `.last(false)`, or `.fail` with the error that the closure throws.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return try predicate(input) ? .skip : .last(false) } catch { return .fail(error) }
        }

        /// Returns the value to publish when upstream finishes.
        ///
        /// - Returns: `true`, as every value satisfied the closure.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? {
            true
        }
    }
}

extension Publishers.TryAllSatisfy: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
