extension Publisher {
    /// Transforms the failure with a closure.
    ///
    /// ```swift
    /// enum LoadError: Error, Equatable { case stopped }
    ///
    /// let loaded = Fail<Int, CancellationError>(error: CancellationError())
    ///     .mapError { _ in LoadError.stopped }
    /// _ = loaded.sink(
    ///     receiveCompletion: { print($0 == .failure(.stopped)) }, receiveValue: { print($0) })
    /// // prints true
    /// ```
    ///
    /// - Parameter transform: The closure that transforms a failure.
    /// - Returns: A publisher of the same values, with the transformed failure.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func mapError<E: Error>(_ transform: @escaping @Sendable (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }

    /// Changes the type of the failure to `any Error`, so that publishers with different failures fit into one chain.
    ///
    /// This method does not exist in Combine; it is `mapError { $0 as any Error }`.
    ///
    /// ```swift
    /// let number = Result<Int, CancellationError>.success(1).publisher
    /// let text = Result<String, DecodingError>.success("one").publisher
    /// _ = number.eraseFailure()
    ///     .zip(text.eraseFailure())
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0, $1) })
    /// // prints 1 one, finished
    /// ```
    ///
    /// - Returns: A publisher of the same values, with the same failure as `any Error`.
    @_alwaysEmitIntoClient @inline(__always)
    public func eraseFailure() -> Publishers.MapError<Self, any Error> {
        Publishers.MapError(upstream: self) { $0 }
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/mapError(_:)``.
    @frozen
    public struct MapError<Upstream: Publisher, Failure: Error>: _StatelessOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that transforms a failure.
        public let transform: @Sendable (Upstream.Failure) -> Failure

        /// Creates the publisher behind ``Publisher/mapError(_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(transform: transform) }
    }
}

extension Publishers.MapError {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._StatelessStep {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let transform: @Sendable (Upstream.Failure) -> Failure

        @_alwaysEmitIntoClient @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Failure) -> Failure) { self.transform = transform }

        /// Publishes a value unchanged.
        @_alwaysEmitIntoClient @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> { .pass(input) }

        /// Transforms the failure of a completion.
        @_alwaysEmitIntoClient @inline(__always)
        public func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure> {
            completion.mapError(transform)
        }
    }
}

extension Publishers.MapError: _SynchronousPublisher where Upstream: _SynchronousPublisher {}
