extension Publisher where Output: Equatable {
    /// Gives `true` as soon as a value comes, or `false` at the end.
    ///
    /// - Parameter output: The value that is looked for.
    /// - Returns: A publisher of one value.
    @inlinable @inline(__always)
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/contains(_:)``.
    @frozen
    public struct Contains<Upstream: Publisher>: GatheringOperator where Upstream.Output: Equatable {
        /// What goes on.
        public typealias Output = Bool
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The value that is looked for.
        public let output: Upstream.Output

        /// Works on the values of `upstream`.
        @inlinable @inline(__always)
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(output: output) }
    }
}

extension Publishers.Contains {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let output: Upstream.Output

        @inlinable @inline(__always)
        init(output: Upstream.Output) {
            self.output = output
        }

        /// Looks at `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            input == output ? .last(true) : .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            false
        }
    }
}

extension Publishers.Contains: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
