extension Publisher {
    /// Gives the first value, and then finishes.
    ///
    /// - Returns: A publisher of one value at most.
    @inlinable @inline(__always)
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/first()``.
    @frozen
    public struct First<Upstream: Publisher>: GatheringOperator {
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

extension Publishers.First {
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

        /// Takes the first value and no other.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            .last(input)
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            nil
        }
    }
}

extension Publishers.First: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.First: Equatable where Upstream: Equatable {}
