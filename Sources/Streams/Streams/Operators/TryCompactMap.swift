extension Publisher {
    /// Transforms each value with a throwing closure, and publishes only the results that are not `nil`.
    ///
    /// If the closure throws, the publisher cancels upstream and fails with that error.
    ///
    /// ```swift
    /// _ = ["1", "", "3"].publisher
    ///     .tryCompactMap { text -> Int? in
    ///         guard !text.isEmpty else { throw CancellationError() }
    ///         return Int(text)
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter transform: The closure that transforms a value, or returns `nil` to drop it; an error that it
    ///   throws ends the stream.
    /// - Returns: A publisher of the results that are not `nil`, which fails with the error of upstream or of the
    ///   closure.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryCompactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryCompactMap(_:)``.
    @frozen
    public struct TryCompactMap<Upstream: Publisher, Output: Sendable>: _StepOperator {
        /// The type of the failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that transforms a value, or returns `nil` to drop it; an error that it throws ends the stream.
        public let transform: @Sendable (Upstream.Output) throws -> Output?

        /// Creates a publisher of the transformed values of `upstream` that are not `nil`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - transform: The closure that transforms a value, or returns `nil` to drop it; an error that it throws
        ///     ends the stream.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Creates the step of one subscription.
        ///
        /// - Returns: A step in its initial state.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(transform: transform) }
    }
}

extension Publishers.TryCompactMap {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure.
        public typealias Failure = any Error

        @usableFromInline let transform: @Sendable (Upstream.Output) throws -> Output?

        @_alwaysEmitIntoClient @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) throws -> Output?) {
            self.transform = transform
        }

        /// Transforms a value.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.pass` with the transformed value, `.skip` for `nil`, or `.fail` with the error that the
        ///   closure threw.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { if let value = try transform(input) { return .pass(value) } else { return .skip } } catch {
                return .fail(error)
            }
        }
    }
}

extension Publishers.TryCompactMap: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
