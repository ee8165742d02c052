extension Publisher {
    /// Gives all values as one array, at the end.
    ///
    /// - Returns: A publisher of one array.
    /// - Complexity: O(*n*) memory: every value is kept.
    @inlinable @inline(__always)
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/collect()``.
    @frozen
    public struct Collect<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = [Upstream.Output]
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

extension Publishers.Collect {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline var values: [Upstream.Output]

        @inlinable @inline(__always)
        init() {
            values = []
        }

        /// Keeps `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            values.append(input)
            return .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            values
        }
    }
}

extension Publishers.Collect: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
