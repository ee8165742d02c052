extension Publisher {
    /// Passes on a part of each value.
    ///
    /// - Parameter keyPath: The part.
    /// - Returns: A publisher of that part.
    @preconcurrency @_disfavoredOverload @inlinable @inline(__always)
    public func map<T: Sendable>(
        _ keyPath: any KeyPath<Output, T> & Sendable
    ) -> Publishers.MapKeyPath<Self, T> {
        Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
    }
}

extension Publishers {
    /// The publisher behind `map(_:)` with key paths.
    @frozen
    public struct MapKeyPath<Upstream: Publisher, Output: Sendable>: StatelessOperator {
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// A part.
        public let keyPath: any KeyPath<Upstream.Output, Output> & Sendable

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, keyPath: any KeyPath<Upstream.Output, Output> & Sendable) {
            self.upstream = upstream
            self.keyPath = keyPath
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(publisher: self) }
    }
}

extension Publishers.MapKeyPath {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.StatelessStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let publisher: Publishers.MapKeyPath<Upstream, Output>

        @inlinable @inline(__always)
        init(publisher: Publishers.MapKeyPath<Upstream, Output>) { self.publisher = publisher }

        /// Passes on the part of `input`.
        @inlinable @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            .pass(input[keyPath: publisher.keyPath])
        }
    }
}

extension Publishers.MapKeyPath: SynchronousPublisher where Upstream: SynchronousPublisher {}
