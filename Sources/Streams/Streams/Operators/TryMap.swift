extension Publisher {
    /// Transforms each value with a throwing closure.
    ///
    /// If the closure throws, the publisher cancels upstream and fails with that error.
    ///
    /// ```swift
    /// _ = [1, 2, -3].publisher
    ///     .tryMap { number -> Int in
    ///         guard number >= 0 else { throw CancellationError() }
    ///         return number * 2
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 2, 4, failure(Swift.CancellationError())
    /// ```
    ///
    /// - Parameter transform: The closure that transforms a value; an error that it throws ends the stream.
    /// - Returns: A publisher of the transformed values, which fails with the error of upstream or of the closure.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryMap(_:)``.
    @frozen
    public struct TryMap<Upstream: Publisher, Output: Sendable>: _StepOperator {
        /// The type of the failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that transforms a value; an error that it throws ends the stream.
        public let transform: @Sendable (Upstream.Output) throws -> Output

        /// Creates a publisher of the transformed values of `upstream`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - transform: The closure that transforms a value; an error that it throws ends the stream.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
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

extension Publishers.TryMap {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure
        /// The type of the failure.
        public typealias Failure = any Error

        @usableFromInline let transform: @Sendable (Upstream.Output) throws -> Output

        @_alwaysEmitIntoClient @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
            self.transform = transform
        }

        /// Transforms a value.
        ///
        /// - Parameter input: The upstream value.
        /// - Returns: `.pass` with the transformed value, or `.fail` with the error that the closure threw.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            do { return .pass(try transform(input)) } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryMap: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
