extension Publisher {
    /// Passes on what a closure makes of each value, and leaves out where it makes `nil`.
    ///
    /// - Parameter transform: Makes something of a value, or `nil`.
    /// - Returns: A publisher of what was made.
    @preconcurrency @_disfavoredOverload @inlinable @inline(__always)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/compactMap(_:)``.
    @frozen
    public struct CompactMap<Upstream: Publisher, Output: Sendable>: StatelessOperator {
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What makes something of a value, or `nil`.
        public let transform: @Sendable (Upstream.Output) -> Output?

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(transform: transform) }
    }
}

extension Publishers.CompactMap {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.StatelessStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let transform: @Sendable (Upstream.Output) -> Output?

        @inlinable @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) -> Output?) {
            self.transform = transform
        }

        /// Passes on what the closure makes of `input`, if it is something.
        @inlinable @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            if let value = transform(input) { .pass(value) } else { .skip }
        }
    }
}

extension Publishers.CompactMap: SynchronousPublisher where Upstream: SynchronousPublisher {}
