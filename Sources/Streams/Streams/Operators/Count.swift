extension Publisher {
    /// Gives the number of values, at the end.
    ///
    /// - Returns: A publisher of one number.
    @inlinable @inline(__always)
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/count()``.
    @frozen
    public struct Count<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Int
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

extension Publishers.Count {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline var count: Int

        @inlinable @inline(__always)
        init() {
            count = 0
        }

        /// Counts `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            count += 1
            return .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            count
        }
    }
}

extension Publishers.Count: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.Count: Equatable where Upstream: Equatable {}
