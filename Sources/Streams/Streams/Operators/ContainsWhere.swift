extension Publisher {
    /// Gives `true` as soon as a closure approves of a value, or `false` at the end.
    ///
    /// - Parameter predicate: Whether a value is what is looked for.
    /// - Returns: A publisher of one value.
    @preconcurrency @inlinable @inline(__always)
    public func contains(
        where predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/contains(where:)``.
    @frozen
    public struct ContainsWhere<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Bool
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is what is looked for.
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

extension Publishers.ContainsWhere {
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
            return predicate(input) ? .last(true) : .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            false
        }
    }
}

extension Publishers.ContainsWhere: SynchronousPublisher where Upstream: SynchronousPublisher {}
