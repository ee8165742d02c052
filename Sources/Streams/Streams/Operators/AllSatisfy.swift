extension Publisher {
    /// Gives `false` as soon as a closure disapproves of a value, or `true` at the end.
    ///
    /// - Parameter predicate: Whether a value is as it should be.
    /// - Returns: A publisher of one value.
    @preconcurrency @inlinable @inline(__always)
    public func allSatisfy(
        _ predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/allSatisfy(_:)``.
    @frozen
    public struct AllSatisfy<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Bool
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is as it should be.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(predicate: predicate) }
    }
}

extension Publishers.AllSatisfy {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool

        @inlinable @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.predicate = predicate
        }

        /// Looks at `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            return predicate(input) ? .skip : .last(false)
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            true
        }
    }
}

extension Publishers.AllSatisfy: SynchronousPublisher where Upstream: SynchronousPublisher {}
