extension Publisher {
    /// Passes on three parts of each value.
    ///
    /// - Parameters:
    ///   - keyPath0: A part.
    ///   - keyPath1: A part.
    ///   - keyPath2: A part.
    /// - Returns: A publisher of those parts.
    @preconcurrency @_disfavoredOverload @inlinable @inline(__always)
    public func map<T0: Sendable, T1: Sendable, T2: Sendable>(
        _ keyPath0: any KeyPath<Output, T0> & Sendable, _ keyPath1: any KeyPath<Output, T1> & Sendable,
        _ keyPath2: any KeyPath<Output, T2> & Sendable
    ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
        Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
    }
}

extension Publishers {
    /// The publisher behind `map(_:_:_:)` with key paths.
    @frozen
    public struct MapKeyPath3<Upstream: Publisher, Output0: Sendable, Output1: Sendable, Output2: Sendable>:
        StatelessOperator
    {
        /// The parts.
        public typealias Output = (Output0, Output1, Output2)
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// A part.
        public let keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable
        /// A part.
        public let keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable
        /// A part.
        public let keyPath2: any KeyPath<Upstream.Output, Output2> & Sendable

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, keyPath0: any KeyPath<Upstream.Output, Output0> & Sendable,
            keyPath1: any KeyPath<Upstream.Output, Output1> & Sendable,
            keyPath2: any KeyPath<Upstream.Output, Output2> & Sendable
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
            self.keyPath2 = keyPath2
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(publisher: self) }
    }
}

extension Publishers.MapKeyPath3 {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.StatelessStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let publisher: Publishers.MapKeyPath3<Upstream, Output0, Output1, Output2>

        @inlinable @inline(__always)
        init(publisher: Publishers.MapKeyPath3<Upstream, Output0, Output1, Output2>) { self.publisher = publisher }

        /// Passes on the parts of `input`.
        @inlinable @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers.StepResult<(Output0, Output1, Output2), Failure>
        {
            .pass(
                (
                    input[keyPath: publisher.keyPath0], input[keyPath: publisher.keyPath1],
                    input[keyPath: publisher.keyPath2]
                ))
        }
    }
}

extension Publishers.MapKeyPath3: SynchronousPublisher where Upstream: SynchronousPublisher {}
