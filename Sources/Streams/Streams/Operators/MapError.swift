extension Publisher {
    /// Passes on what a closure makes of a failure.
    ///
    /// - Parameter transform: Makes a failure of another kind.
    /// - Returns: A publisher of the same values with the other failure.
    @preconcurrency @inlinable @inline(__always)
    public func mapError<E: Error>(_ transform: @escaping @Sendable (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/mapError(_:)``.
    @frozen
    public struct MapError<Upstream: Publisher, Failure: Error>: StatelessOperator {
        /// What goes on.
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream
        /// What makes a failure of another kind.
        public let transform: @Sendable (Upstream.Failure) -> Failure

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(transform: transform) }
    }
}

extension Publishers.MapError {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.StatelessStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure

        @usableFromInline let transform: @Sendable (Upstream.Failure) -> Failure

        @inlinable @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Failure) -> Failure) {
            self.transform = transform
        }

        /// Passes on `input`.
        @inlinable @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            .pass(input)
        }

        /// The end, as downstream sees it.
        @inlinable @inline(__always)
        public func end(
            _ completion: Subscribers.Completion<InputFailure>
        ) -> Subscribers.Completion<Failure> {
            completion.mapError(transform)
        }
    }
}

extension Publishers.MapError: SynchronousPublisher where Upstream: SynchronousPublisher {}
