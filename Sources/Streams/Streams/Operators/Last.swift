extension Publisher {
    /// Gives the last value, at the end.
    ///
    /// - Returns: A publisher of one value at most.
    @inlinable @inline(__always)
    public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/last()``.
    @frozen
    public struct Last<Upstream: Publisher>: GatheringOperator {
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

extension Publishers.Last {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline var last: Upstream.Output?

        @inlinable @inline(__always)
        init() {
            last = nil
        }

        /// Remembers `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            last = input
            return .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            last
        }
    }
}

extension Publishers.Last: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.Last: Equatable where Upstream: Equatable {}
