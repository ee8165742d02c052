extension Publisher {
    /// Passes on the values that a closure approves of.
    ///
    /// - Parameter isIncluded: Whether a value goes on.
    /// - Returns: A publisher of the approved values.
    @preconcurrency @inlinable @inline(__always)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/filter(_:)``.
    @frozen
    public struct Filter<Upstream: Publisher>: StatelessOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value goes on.
        public let isIncluded: @Sendable (Upstream.Output) -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(isIncluded: isIncluded) }
    }
}

extension Publishers.Filter {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.StatelessStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let isIncluded: @Sendable (Upstream.Output) -> Bool

        @inlinable @inline(__always)
        init(isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.isIncluded = isIncluded
        }

        /// Passes on `input` if the closure approves.
        @inlinable @inline(__always)
        public func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            isIncluded(input) ? .pass(input) : .skip
        }
    }
}

extension Publishers.Filter: SynchronousPublisher where Upstream: SynchronousPublisher {}
