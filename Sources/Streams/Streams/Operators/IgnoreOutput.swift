extension Publisher {
    /// Leaves out all values, and passes on the end.
    ///
    /// - Returns: A publisher of no value.
    @inlinable @inline(__always)
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/ignoreOutput()``.
    @frozen
    public struct IgnoreOutput<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Works on the values of `upstream`.
        @inlinable @inline(__always)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work() }
    }
}

extension Publishers.IgnoreOutput {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @inlinable @inline(__always)
        init() {
        }

        /// Leaves `input` out.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            nil
        }
    }
}

extension Publishers.IgnoreOutput: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
