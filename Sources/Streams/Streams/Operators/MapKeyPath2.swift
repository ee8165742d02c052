extension Publisher {
    /// Passes on two parts of each value.
    ///
    /// - Parameters:
    ///   - keyPath0: A part.
    ///   - keyPath1: A part.
    /// - Returns: A publisher of those parts.
    @preconcurrency @_disfavoredOverload @inlinable @inline(__always)
    public func map<T0: Sendable, T1: Sendable>(
        _ keyPath0: any KeyPath<Output, T0> & Sendable, _ keyPath1: any KeyPath<Output, T1> & Sendable
    ) -> Publishers.MapKeyPath2<Self, T0, T1> {
        Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
    }
}

extension Publishers {
    /// The publisher behind `map(_:_:)` with key paths.
    @frozen
    public struct MapKeyPath2<Upstream: Publisher, Output0: Sendable, Output1: Sendable>: StatelessOperator {
        /// The parts.
        public typealias Output = (Output0, Output1)
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// A part.
        public let keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable
        /// A part.
        public let keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable,
            keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(publisher: self) }
    }
}

extension Publishers.MapKeyPath2 {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.StatelessStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let publisher: Publishers.MapKeyPath2<Upstream, Output0, Output1>

        @inlinable @inline(__always)
        init(publisher: Publishers.MapKeyPath2<Upstream, Output0, Output1>) { self.publisher = publisher }

        /// Passes on the parts of `input`.
        @inlinable @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers.StepResult<(Output0, Output1), Failure> {
            .pass((input[keyPath: publisher.keyPath0], input[keyPath: publisher.keyPath1]))
        }
    }
}

extension Publishers.MapKeyPath2: SynchronousPublisher where Upstream: SynchronousPublisher {}
